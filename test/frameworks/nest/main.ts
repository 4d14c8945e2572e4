import "reflect-metadata";
import { Body, Controller, Module, Post } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

@Controller("cart")
class CartController {
  @Post()
  add(@Body() { article }: { article: string }) {
    return { added: article };
  }
}

@Module({ controllers: [CartController] })
export class ShopModule {}

export const app = await NestFactory.create(ShopModule);
app.use("/notify", toNodeListener(notify)); // runs before the body parsers
