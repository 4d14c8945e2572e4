import "reflect-metadata";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Controller, Module, Post, type RawBodyRequest, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

const listener = toNodeListener(notify);

@Controller("notify")
class NotifyController {
  @Post()
  receive(
    @Req() request: RawBodyRequest<IncomingMessage>,
    @Res() response: ServerResponse,
  ) {
    return listener(request, response);
  }
}

@Module({ controllers: [NotifyController] })
class ShopModule {}

export const app = await NestFactory.create(ShopModule, { rawBody: true });
