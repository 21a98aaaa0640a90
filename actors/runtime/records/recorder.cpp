// SPDX-License-Identifier: MIT
#include "recorder.hpp"

#include "results/files/visible_text.hpp"
#include "run_status.hpp"

#include <algorithm>
#include <limits>

namespace malha {
namespace {

/// Planned finishes differ from SimGrid's clock by less: its precision, and some last digits.
constexpr Seconds slack = 1e-8;
constexpr double relative_slack = 1e-12;

/// Other runs take history.csv as an input, and resources.csv does not grow.
bool may_be_compressed(const std::string& file) { return file != "history.csv" && file != "resources.csv"; }

} // namespace

Recorder::Recorder(RowFolder folder, const Executions& executions, const Options& options)
    : folder_(std::move(folder)), executions_(executions), options_(options) {
  schedule_.count_only(options.warm_up, options.cool_down);
  schedule_.measure_by(options.slowdowns, options.classes);
  if (folder_.empty())
    return;
  jobs_.emplace(file("jobs.csv"));
  file("resources.csv");
}

int Recorder::add_resource(const std::string& host, FlopsPerSecond speed, int cores, const std::string& site,
                           int slots, const std::string& owner) {
  if (!folder_.empty()) {
    file("resources.csv").add(csv_line(ResourceRow{next_resource_, host, speed, cores, site, owner, slots}));
    write_speeds(host, speed);
  }
  schedule_.resource(speed);
  return next_resource_++;
}

void Recorder::write_speeds(const std::string& host, FlopsPerSecond speed) {
  if (options_.speeds == nullptr || options_.speeds->count(host) == 0)
    return;
  const auto& profile = options_.speeds->at(host);
  for (const auto& [date, share] : profile.changes())
    file("speeds.csv").add(csv_line(SpeedRow{next_resource_, date, share * speed, profile.period()}));
}

class Recorder::ExpectedRow {
public:
  ExpectedRow(Recorder& recorder, Seconds finish) : recorder_(recorder), finish_(finish) {
    recorder_.expected_.insert(finish_);
  }
  ~ExpectedRow() { recorder_.expected_.erase(recorder_.expected_.find(finish_)); }
  ExpectedRow(const ExpectedRow&) = delete;
  ExpectedRow& operator=(const ExpectedRow&) = delete;

private:
  Recorder& recorder_;
  const Seconds finish_;
};

std::shared_ptr<const void> Recorder::expect_row(Seconds finish) {
  return std::make_shared<const ExpectedRow>(*this, finish);
}

void Recorder::finished(JobRow&& row) {
  run_status->tasks_ended = run_status->tasks_ended + 1;
  held_.push_back(std::move(row));
  if (held_.size() >= look_at_) {
    const Seconds settled = expected_.empty() ? executions_.settled_until()
                                              : std::min(executions_.settled_until(), *expected_.begin());
    write_before(settled - std::max(slack, relative_slack * settled));
    look_at_ = std::max(held_rows, 2 * held_.size());
  }
}

void Recorder::attempted(const AttemptRow& row) { add("attempts.csv", row); }

void Recorder::was_down(const OutageRow& row) { add("outages.csv", row); }

void Recorder::submitted_dag(const Job& job) {
  schedule_.submitted_dag(job);
  if (folder_.empty())
    return;
  const TaskId first = job.tasks.front().id;
  const auto place = [first](TaskId task) { return static_cast<std::size_t>(task - first); };
  std::vector<std::vector<int>> parents(job.tasks.size());
  for (const auto& [before, after] : job.precedences)
    parents[place(after)].push_back(static_cast<int>(number_of(job.tasks[place(before)])));
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    const Task& task = job.tasks[i];
    std::sort(parents[i].begin(), parents[i].end());
    IndexSet numbers;
    for (const int parent : parents[i])
      numbers.insert(IndexSet(parent, 1));
    file("dag_tasks.csv")
        .add(csv_line(DagTaskRow{number_of(task), task.job,
                                 job.details != nullptr ? job.details->names[i].str() : "", numbers,
                                 task.input, task.output}));
  }
}

void Recorder::dag_started(const DagStartRow& row) { add("dag_starts.csv", row); }

void Recorder::dag_moved(const DagMoveRow& row) { add("dag_moves.csv", row); }

void Recorder::waits(const Job& job) {
  if (folder_.empty())
    return;
  const auto& [jobs, think_time, one_suffices] = *job.preceding;
  for (const auto& preceding : jobs)
    file("preceding_jobs.csv")
        .add(csv_line(PrecedingJobRow{job.id, preceding.job, think_time + preceding.delay,
                                      name_of(preceding.kind) + std::string(one_suffices ? "?" : "")}));
}

void Recorder::decided(const DecisionRow& row) { add("decisions.csv", row); }

void Recorder::balanced(const BalanceRow& row) { add("balance.csv", row); }

void Recorder::predicted(const PredictionRow& row) { add("predictions.csv", row); }

void Recorder::part_ended(const PartRow& row) { add("parts.csv", row); }

void Recorder::resized(const SizeRow& row) { add("sizes.csv", row); }

void Recorder::experienced(const multicluster::Experience& experience) { add("history.csv", experience); }

void Recorder::state(const StateRow& row) {
  if (folder_.empty())
    return;
  file("series.csv").add(series_line(row));
  file("machine_states.csv").add(machine_states_line(row));
}

void Recorder::user_state(const UserStateRow& row) { add("user_series.csv", row); }

void Recorder::host_power(const HostPowerRow& row) { add("host_power.csv", row); }

void Recorder::power_state(const PowerStateRow& row) { add("power_states.csv", row); }

void Recorder::power(const PowerRow& row) { add("power.csv", row); }

void Recorder::power_cap(const PowerCapRow& row) { add("power_cap.csv", row); }

void Recorder::energy(const EnergyRow& row) { add("energy.csv", row); }

void Recorder::snapshot(const Snapshot& snapshot) const {
  if (!folder_.empty())
    write_file(folder_.path / "snapshot.json",
               [&](std::ostream& out) { out << visible_json(text_of(snapshot)); });
}

RowFile& Recorder::file(const std::string& name) {
  const auto found = files_.find(name);
  if (found != files_.end())
    return found->second;
  const RowFolder folder{folder_.path, folder_.compresses && may_be_compressed(name)};
  const char* const more_columns = models_energy_ && name == "attempts.csv" ? ",energy" : "";
  return files_.try_emplace(name, folder, name, more_columns).first->second;
}

/// Rows are large, so that pointers to them are sorted instead.
void Recorder::write_before(Seconds date) {
  const auto is_before = [date](const JobRow& row) { return row.finish < date; };
  std::vector<JobRow*> rows;
  rows.reserve(held_.size());
  for (auto& row : held_)
    if (is_before(row))
      rows.push_back(&row);
  const auto ends_first = [](const JobRow* a, const JobRow* b) {
    return a->finish != b->finish ? a->finish < b->finish : a->task.id < b->task.id;
  };
  if (!std::is_sorted(rows.begin(), rows.end(), ends_first)) // mostly they are
    std::sort(rows.begin(), rows.end(), ends_first);
  for (auto* row : rows)
    write(*row);
  held_.erase(std::remove_if(held_.begin(), held_.end(), is_before), held_.end());
}

/// Takes what the row holds; its dates stay.
void Recorder::write(JobRow& row) {
  schedule_.add(row);
  if (!never_ran(row.state) && !row.user.empty() && schedule_.counts(row.task.submitted))
    users_[row.user].add(row, schedule_.fastest_resource(), schedule_.slowdown_rule());
  if (jobs_)
    jobs_->add(std::move(row));
}

void Recorder::close() {
  write_before(std::numeric_limits<Seconds>::infinity());
  if (folder_.empty())
    return;
  jobs_->flush();
  for (const auto& [user, sums] : users_)
    file("users.csv").add(users_line(user, sums));
  for (auto& [name, file] : files_)
    file.close();
}

} // namespace malha
