export declare const defineTrySandbox: () => void;
