import { encode } from "uqr";

/** Draws a QR code as SVG, a line for the dark modules next to each other. A square for each would be four times as long. */
export function drawQrCode(text: string, border = 1): string {
  const { data, size } = encode(text, { border });
  const lines = data.flatMap((row, y) => {
    const modules = row.map((isDark) => (isDark ? "#" : " ")).join("");
    return Array.from(modules.matchAll(/#+/g), ({ index, 0: run }) => `M${index} ${y}.5h${run.length}`);
  });
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${lines.join("")}"/></svg>`;
}
