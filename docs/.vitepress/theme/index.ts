import theme from "vitepress/theme-without-fonts";
import "./code.css";
import "./contrast.css";
import "./not-found.css";
import "./pictures.css";
import "./tables.css";
import "./try-sandbox.css";
import layout from "./layout.vue";
import { defineTrySandbox } from "./try-sandbox.js";

export default { extends: theme, Layout: layout, enhanceApp: defineTrySandbox };
