import "reflect-metadata";
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
  receive(@Req() request: RawBodyRequest<FastifyRequest>, @Res() reply: FastifyReply) {
    const { raw, rawBody } = request;
    reply.hijack();
    return listener(Object.assign(raw, { rawBody }), reply.raw);
  }
}

@Module({ controllers: [NotifyController] })
class ShopModule {}

export const app = await NestFactory.create(ShopModule, new FastifyAdapter(), {
  rawBody: true,
});
