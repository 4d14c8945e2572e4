/** In this folder: the packed package in frameworks and programs of other authors. */

import { large, runProjects } from "./run-projects.ts";

runProjects(large);
