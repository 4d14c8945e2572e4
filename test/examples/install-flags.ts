/** How npm installs what examples need. The last one is npm's default, which this repository replaces in scripts that run tests. */
export const INSTALL_FLAGS = [
  ...["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"],
  "--strict-allow-scripts=false",
];
