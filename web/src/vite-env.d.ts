declare module 'virtual:guide' {
  const pages: { slug: string; title: string; html: string }[];
  export default pages;
}
