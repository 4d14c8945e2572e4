import { runProjects, tools } from "./run-projects.ts";

runProjects(tools);
