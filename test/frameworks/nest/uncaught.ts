import "reflect-metadata";
import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const payments = new PaymentsClient(new Sandbox().clientOptions);

@Controller("uncaught")
class UncaughtController {
  @Get()
  read() {
    return payments.products.get("prd_unknown");
  }
}

@Module({ controllers: [UncaughtController] })
class UncaughtModule {}

const options = { logger: false } as const;
export const uncaughtOnExpress = () => NestFactory.create(UncaughtModule, options);
export const uncaughtOnFastify = () =>
  NestFactory.create(UncaughtModule, new FastifyAdapter(), options);
