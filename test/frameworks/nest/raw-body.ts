import "reflect-metadata";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Controller, Module, Post, type RawBodyRequest, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import type { FastifyReply, FastifyRequest } from "fastify";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

const listener = toNodeListener(notify);

@Controller("notify")
class NotifyController {
  @Post()
  receive(@Req() request: RawBodyRequest<IncomingMessage>, @Res() response: ServerResponse) {
    return listener(request, response);
  }
}

@Controller("notify")
class NotifyOnFastifyController {
  @Post()
  receive(@Req() { raw, rawBody }: RawBodyRequest<FastifyRequest>, @Res() reply: FastifyReply) {
    reply.hijack();
    return listener(Object.assign(raw, { rawBody }), reply.raw);
  }
}

@Module({ controllers: [NotifyController] })
class ShopModule {}

@Module({ controllers: [NotifyOnFastifyController] })
class ShopOnFastifyModule {}

export const onExpress = () => NestFactory.create(ShopModule, { rawBody: true });
export const onFastify = () =>
  NestFactory.create(ShopOnFastifyModule, new FastifyAdapter(), { rawBody: true });
