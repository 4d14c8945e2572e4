import { loseConnections } from "./lost-connection.mjs";
import { sellInMemory, sellOverHttp } from "./scenario.mjs";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log).then(loseConnections).then(console.log);
