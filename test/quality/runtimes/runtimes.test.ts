import { runProjects, runtimes } from "./run-projects.ts";

runProjects(runtimes);
