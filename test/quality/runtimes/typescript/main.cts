import { sellInMemory, sellOverHttp } from "./scenario.cjs";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log);
