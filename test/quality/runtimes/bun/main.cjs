const { loseConnections } = require("./lost-connection.cjs");
const { sellInMemory, sellOverHttp } = require("./scenario.cjs");
sellInMemory().then(console.log).then(sellOverHttp).then(console.log).then(loseConnections).then(console.log);
