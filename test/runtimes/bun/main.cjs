const { sellInMemory, sellOverHttp } = require("./scenario.cjs");
sellInMemory().then(console.log).then(sellOverHttp).then(console.log);
