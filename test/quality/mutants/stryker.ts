/** Installs Stryker, which only the scripts that break code use: to be imported when one is sure to. */
import { installOwn } from "../../support/install-own.ts";

installOwn(import.meta.dirname);

export const { Stryker } = await import("@stryker-mutator/core");
