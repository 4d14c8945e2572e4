import { sellInMemory } from "./scenario.ts";

export default {
  async test(): Promise<void> {
    console.log(await sellInMemory());
  },
};
