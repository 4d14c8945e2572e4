import theme from "vitepress/theme-without-fonts";
import "./contrast.css";
import "./tables.css";
import "./try-sandbox.css";
import { defineTrySandbox } from "./try-sandbox.js";

export default { extends: theme, enhanceApp: defineTrySandbox };
