interface ImportMeta {
  readonly env: { readonly MODE: string };
}
