import { runProjects, small } from "./run-projects.ts";

runProjects(small);
