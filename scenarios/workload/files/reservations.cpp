// SPDX-License-Identifier: MIT
#include "reservations.hpp"

#include "csv_rows.hpp"
#include "field_values.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

const std::vector<std::string> needed_columns{"name", "start", "end", "nodes"};

class ReservationRows {
public:
  explicit ReservationRows(const std::filesystem::path& file) : rows_(file) {
    rows_.split_at(',');
    const auto& names = rows_.names();
    const bool has_all = std::all_of(needed_columns.begin(), needed_columns.end(), [&](const auto& column) {
      return std::count(names.begin(), names.end(), column) == 1;
    });
    const bool has_kind = std::count(names.begin(), names.end(), "kind") == 1;
    if (!has_all || names.size() != needed_columns.size() + (has_kind ? 1 : 0))
      throw InputError(file.string() + ":1: has the columns " + listed(names) +
                       "; valid: " + listed(needed_columns) + ", and kind if need be");
  }

  bool next() { return rows_.next(); }

  AdvanceReservation read() {
    AdvanceReservation one{text("name"), date("start"), date("end"), {}, kind() == "maintenance"};
    if (one.name.empty() || !names_.insert(one.name).second)
      rows_.bad_row("name cannot be " + malha::quoted(one.name) + "; valid: a name, each once", "name");
    if (!(one.start < one.end))
      rows_.bad_row("ends at t=" + shortest(one.end) + " s, and begins at t=" + shortest(one.start) +
                        " s; valid: an end after the begin",
                    "end");
    const auto nodes = text("nodes");
    if (nodes != "all")
      for (const auto& host : split(nodes, ' '))
        if (!host.empty())
          one.hosts.push_back(host);
    if (nodes != "all" && one.hosts.empty())
      rows_.bad_row("names no nodes; valid: names of hosts with blanks between them, or all", "nodes");
    return one;
  }

private:
  std::string text(const std::string& column) const {
    const auto& names = rows_.names();
    const auto found = std::find(names.begin(), names.end(), column);
    return found == names.end()
               ? ""
               : std::string(without_blanks(rows_.cell(static_cast<std::size_t>(found - names.begin()))));
  }
  Seconds date(const std::string& column) const {
    const auto written = text(column);
    const auto number = parse_number<double>(written);
    if (!number || !(*number >= 0 && *number < never))
      rows_.bad_row(column + " cannot be " + malha::quoted(written) + "; valid: a date in s, from 0 on",
                    column);
    return *number;
  }
  std::string kind() const {
    const auto written = text("kind");
    if (!written.empty() && written != "jobs" && written != "maintenance")
      rows_.bad_row("kind cannot be " + malha::quoted(written) + "; valid: jobs, maintenance", "kind");
    return written;
  }

  CsvRows rows_;
  std::set<std::string> names_;
};

} // namespace

std::vector<AdvanceReservation> read_reservations(const std::filesystem::path& file) {
  ReservationRows rows(file);
  std::vector<AdvanceReservation> all;
  while (rows.next())
    all.push_back(rows.read());
  return all;
}

} // namespace malha
