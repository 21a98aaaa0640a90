// SPDX-License-Identifier: MIT
#include "dag_task.hpp"

#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/dags_file.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/measures/critical_path.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace malha {
namespace {

namespace fs = std::filesystem;

std::string date_text(Seconds time) { return shown(time, 8) + " s"; }

/// A task that ran, or another job.
struct Ran {
  Seconds submitted = 0, start = 0, end = 0;
  IndexSet resources;
};

bool meet(const IndexSet& a, const IndexSet& b) {
  return std::any_of(a.begin(), a.end(), [&](int index) { return b.contains(index); });
}

/// What dag_starts.csv says of a start, as texts of its fields.
struct Start {
  std::string assigned, arrived, transferred;
};

class DagTask {
public:
  DagTask(fs::path folder, DagInFile dag, int place)
      : folder_(std::move(folder)), dag_(std::move(dag)), place_(place) {
    read_hosts();
    read_jobs();
    read_start();
  }

  std::string text() const {
    const auto* const self = ran(place_);
    if (self == nullptr)
      return wrapped(named(place_) + " has not run", "") + moves();
    return wrapped(named(place_) + ": submitted at " + date_text(self->submitted) + ", started at " +
                       date_text(self->start) + on(*self) + ", ended at " + date_text(self->end) + on_path(),
                   "") +
           wrapped(parents(), "  ") + wrapped(data(*self), "  ") + wrapped(resource(*self), "  ") + moves();
  }

private:
  std::int64_t number(int place) const { return dag_.tasks[static_cast<std::size_t>(place)]; }
  const Ran* ran(int place) const {
    const auto found = rows_.find(number(place));
    return found == rows_.end() ? nullptr : &found->second;
  }
  /// "task 3 (join)"
  std::string named(int place) const {
    const auto& name = dag_.names[static_cast<std::size_t>(place)];
    return "task " + std::to_string(number(place)) + (name.empty() ? "" : " (" + name + ")");
  }
  std::string on(const Ran& one) const {
    const auto host =
        one.resources.empty() ? hosts_.end() : hosts_.find(one.resources.intervals().front().first);
    if (host == hosts_.end())
      return "";
    return " on " + host->second + (one.resources.size() > 1 ? " and others" : "");
  }

  void read_hosts() {
    for (CsvReader rows(folder_ / "resources.csv"); rows.next();)
      hosts_[static_cast<int>(rows.integer("index"))] = rows.text("host");
  }

  void read_jobs() {
    for (CsvReader rows(folder_ / "jobs.csv"); rows.next();) {
      const auto& state = rows.text("final_state");
      if (state == "REJECTED" || state == "DEPENDENCY_NEVER_SATISFIED")
        continue;
      rows_[rows.integer("job_id")] = {rows.real("submission_time"), rows.real("starting_time"),
                                       rows.real("finish_time"),
                                       IndexSet::parse(rows.text("allocated_resources"))};
    }
  }

  /// The start that ended the task, if it is recorded: copies of it may have started elsewhere.
  void read_start() {
    const auto* const self = ran(place_);
    if (self == nullptr || !is_written(folder_ / "dag_starts.csv"))
      return;
    for (CsvReader rows(folder_ / "dag_starts.csv"); rows.next();)
      if (rows.integer("job_id") == number(place_) &&
          self->resources.contains(static_cast<int>(rows.integer("resource"))))
        start_ = Start{rows.text("assigned"), rows.text("arrived"), rows.text("transferred")};
  }

  std::string on_path() const {
    std::vector<RanFrom> all;
    for (int task = 0; task < static_cast<int>(dag_.tasks.size()); ++task) {
      const auto* const one = ran(task);
      if (one == nullptr)
        return "";
      all.push_back({one->start, one->end});
    }
    const auto path =
        critical_path(all, [this](int task) { return dag_.parents[static_cast<std::size_t>(task)]; });
    return std::find(path.begin(), path.end(), place_) == path.end() ? "" : "; it is on the critical path";
  }

  /// The parents by their ends, the last one first; those that have not run are behind.
  std::vector<int> last_parents_first() const {
    auto parents = dag_.parents[static_cast<std::size_t>(place_)];
    const auto end_of = [this](int task) { return ran(task) == nullptr ? -1 : ran(task)->end; };
    std::stable_sort(parents.begin(), parents.end(), [&](int a, int b) { return end_of(a) > end_of(b); });
    return parents;
  }

  std::string parents() const {
    constexpr std::size_t most = 8;
    const auto parents = last_parents_first();
    if (parents.empty())
      return "parents: none";
    std::string text = "parents: ";
    for (std::size_t i = 0; i < std::min(most, parents.size()); ++i) {
      const auto* const one = ran(parents[i]);
      text += (i == 0 ? "" : "; ") + named(parents[i]) +
              (one == nullptr ? " has not run"
                              : (i == 0 ? " ended last, at " : " at ") + date_text(one->end) + on(*one));
    }
    return text + (parents.size() > most ? "; and " + std::to_string(parents.size() - most) + " before" : "");
  }

  std::string data(const Ran& self) const {
    if (!start_)
      return "data: the files of the run do not say when they came";
    std::string text = "data: ";
    if (!start_->transferred.empty() && start_->transferred != "0")
      text += start_->transferred + " B came from other hosts; all were there at " +
              (start_->arrived.empty() ? date_text(self.start) + ", when it started"
                                       : date_text(std::stod(start_->arrived)));
    else if (start_->transferred == "0")
      text += "nothing came from other hosts";
    else
      text += "all were at its host at " + date_text(std::stod(start_->arrived));
    return text;
  }

  /// Since when it had its resource, and who had it before.
  std::string resource(const Ran& self) const {
    std::string text = "resource: ";
    if (start_ && !start_->assigned.empty())
      text += "it held its resource from " + date_text(std::stod(start_->assigned)) + " on; ";
    std::optional<std::int64_t> before;
    for (const auto& [task, one] : rows_)
      if (task != number(place_) && one.end <= self.start && meet(one.resources, self.resources) &&
          (!before || one.end > rows_.at(*before).end))
        before = task;
    return before ? text + "task " + std::to_string(*before) + " ran there before, until " +
                        date_text(rows_.at(*before).end)
                  : text + "nothing ran there before";
  }

  std::string moves() const {
    std::string text;
    if (!is_written(folder_ / "dag_moves.csv"))
      return text;
    for (CsvReader rows(folder_ / "dag_moves.csv"); rows.next();)
      if (rows.integer("job_id") == number(place_))
        text += wrapped(move(rows), "  ");
    return text;
  }

  static std::string move(const CsvReader& row) {
    const auto& outcome = row.text("outcome");
    const std::string who =
        row.text("manager") + (row.text("event").empty() ? "" : ", event " + row.text("event"));
    const std::string what = outcome == "asked"    ? "was asked for, to go"
                             : outcome == "moved"  ? "went"
                             : outcome == "stayed" ? "ran already, and stayed: it was to go"
                             : outcome == "given"  ? "was given to another site"
                                                   : "came from another site";
    return "moves: at " + date_text(row.real("time")) + " it " + what +
           (row.text("from").empty() ? "" : " from " + row.text("from")) +
           (row.text("to").empty() ? "" : " to " + row.text("to")) + " (" + row.text("kind") + " tasks of " +
           who + ")";
  }

  const fs::path folder_;
  const DagInFile dag_;
  const int place_;
  std::map<int, std::string> hosts_; ///< by resource
  std::map<std::int64_t, Ran> rows_; ///< all that ran, by job_id
  std::optional<Start> start_;
};

} // namespace

std::string explanation_in_dag(const fs::path& folder, std::int64_t task) {
  for (auto& dag : read_dags(folder)) {
    const auto found = std::find(dag.tasks.begin(), dag.tasks.end(), task);
    if (found == dag.tasks.end())
      continue;
    const auto place = static_cast<int>(found - dag.tasks.begin());
    return DagTask(folder, std::move(dag), place).text();
  }
  return "";
}

} // namespace malha
