import { large, runProjects } from "./run-projects.ts";

runProjects(large);
