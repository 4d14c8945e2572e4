import { sellInMemory, sellOverHttp } from "./scenario.ts";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log);
