// SPDX-License-Identifier: MIT
#include "balance.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/table.hpp"

#include <cmath>
#include <optional>

namespace malha {
namespace {

/// A check after which a manager asked for tasks, from its rows.
struct Check {
  Seconds time = 0;
  std::string manager, giver, report, reported;
  std::int64_t event = 0;
  double fraction = 0, power = 0, ert = 0; ///< of the giver
  double weighed_ert = 0, all_power = 0;   ///< over the children that have power
  int receivers = 0;
  std::optional<Seconds> answered;
  std::int64_t tasks = 0;
};

void add(const CsvReader& row, Check& check) {
  const auto role = row.text("role");
  if (role == "answers") {
    check.answered = row.real("time");
    check.tasks = row.integer("tasks");
    return;
  }
  const auto power = row.real("power"), ert = row.real("ert");
  check.receivers += role == "receives";
  if (power > 0 && std::isfinite(ert)) {
    check.weighed_ert += ert * power;
    check.all_power += power;
  }
  if (role != "gives")
    return;
  check.giver = row.text("host");
  check.report = row.text("report");
  check.reported = row.text("reported");
  check.fraction = row.real("fraction");
  check.power = power;
  check.ert = ert;
}

std::string text_of(const Check& check) {
  auto text = "check " + std::to_string(check.event) + " of " + check.manager +
              " after which it asked for tasks, at t=" + shown(check.time, 6) + " s: " + check.giver +
              " is asked for " + shown(100 * check.fraction, 3) +
              " % of its ready work. Its last report, a " + check.report +
              " at t=" + shown(std::stod(check.reported), 6) + " s, says that this work takes " +
              shown(check.ert, 4) + " s with " + shown(check.power, 4) + " flop/s";
  if (check.all_power > 0)
    text += "; the mean over all children, weighed by their power, is " +
            shown(check.weighed_ert / check.all_power, 4) + " s";
  text += ". " + std::to_string(check.receivers) +
          (check.receivers == 1 ? " child receives." : " children receive.");
  if (check.answered)
    text += " The answer at t=" + shown(*check.answered, 6) + " s has " + std::to_string(check.tasks) +
            (check.tasks == 1 ? " task." : " tasks.");
  return wrapped(text, "");
}

} // namespace

std::string balance_at(const std::filesystem::path& folder, Seconds date) {
  std::optional<Check> last;
  for (CsvReader rows(folder / "balance.csv"); rows.next();) {
    const auto event = rows.integer("event");
    const auto manager = rows.text("manager");
    const bool is_same = last && last->event == event && last->manager == manager;
    if (!is_same && (rows.real("time") > date || rows.text("role") == "answers"))
      continue;
    if (!is_same) {
      last = Check{};
      last->time = rows.real("time");
      last->manager = manager;
      last->event = event;
    }
    add(rows, *last);
  }
  return last ? text_of(*last) : wrapped("until t=" + shown(date, 6) + " s no manager asked for tasks", "");
}

} // namespace malha
