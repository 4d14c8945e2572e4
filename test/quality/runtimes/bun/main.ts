import { loseConnections } from "./lost-connection.ts";
import { sellInMemory, sellOverHttp } from "./scenario.ts";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log).then(loseConnections).then(console.log);
