import theme from "vitepress/theme-without-fonts";
import "./contrast.css";
import "./tables.css";

export default theme;
