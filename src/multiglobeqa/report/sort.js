"use strict";
// The tables read well as they are; this only lets a reader sort them by a column.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      // Names begin with the first, numbers with the largest.
      const sorted = head.getAttribute("aria-sort");
      const down = sorted ? sorted === "ascending" : !isNaN(value(body.rows[0]));
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = (a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        const sign = down ? -1 : 1;
        return sign * (isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y);
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
