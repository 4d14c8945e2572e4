import { sellInMemory, sellOverHttp } from "./scenario.mjs";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log);
