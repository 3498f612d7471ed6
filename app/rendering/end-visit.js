try {
  localStorage.removeItem("visit");
  sessionStorage.clear();
} catch {}
