import ts from "typescript";

/** An editor with one open file, of this name and text. */
export const edit = (file: string, text: string): ts.LanguageService => {
  const read = (name: string): string | undefined => (name === file ? text : ts.sys.readFile(name));
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
      skipLibCheck: true,
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = read(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath ?? ((path) => path),
  });
};
