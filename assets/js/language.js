// The way to another language leads to the same page as it stands: its address with another `lang`, which English has none of.
document.addEventListener("click", (event) => {
  const way = event.target instanceof Element && /** @type {HTMLAnchorElement | null} */ (event.target.closest("a.gb-language"));
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = new URL(location.href);
  if (way.hreflang === "en") address.searchParams.delete("lang");
  else address.searchParams.set("lang", way.hreflang);
  location.assign(address.href);
});
