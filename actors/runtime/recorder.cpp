// SPDX-License-Identifier: MIT
#include "recorder.hpp"

#include "results/result_files.hpp"

#include <algorithm>
#include <limits>

namespace malha {
namespace {

/// Planned finishes differ from SimGrid's clock by less: its precision, and some last digits.
constexpr Seconds slack = 1e-8;
constexpr double relative_slack = 1e-12;

} // namespace

Recorder::Recorder(std::filesystem::path folder, const Executions& executions, const Options& options)
    : folder_(std::move(folder)), executions_(executions), options_(options) {
  schedule_.count_only(options.warm_up, options.cool_down);
  if (folder_.empty())
    return;
  jobs_ = open_for_writing(folder_ / "jobs.csv");
  resources_ = open_for_writing(folder_ / "resources.csv");
  jobs_ << header_of("jobs.csv") << '\n';
  resources_ << header_of("resources.csv") << '\n';
}

int Recorder::add_resource(const std::string& host, FlopsPerSecond speed, int cores, const std::string& site,
                           int slots, const std::string& owner) {
  if (!folder_.empty()) {
    resources_ << csv_line(ResourceRow{next_resource_, host, speed, cores, site, owner, slots}) << '\n';
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
    optional_file("speeds.csv") << csv_line(SpeedRow{next_resource_, date, share * speed, profile.period()})
                                << '\n';
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

void Recorder::finished(JobRow row) {
  held_.push_back(std::move(row));
  if (held_.size() >= look_at_) {
    const Seconds settled = expected_.empty() ? executions_.settled_until()
                                              : std::min(executions_.settled_until(), *expected_.begin());
    write_before(settled - std::max(slack, relative_slack * settled));
    look_at_ = std::max(held_rows, 2 * held_.size());
  }
}

void Recorder::attempted(const AttemptRow& row) {
  if (!folder_.empty())
    optional_file("attempts.csv") << csv_line(row) << '\n';
}

void Recorder::was_down(const OutageRow& row) {
  if (!folder_.empty())
    optional_file("outages.csv") << csv_line(row) << '\n';
}

void Recorder::decided(const DecisionRow& row) {
  if (!folder_.empty())
    optional_file("decisions.csv") << csv_line(row) << '\n';
}

void Recorder::predicted(const PredictionRow& row) {
  if (!folder_.empty())
    optional_file("predictions.csv") << csv_line(row) << '\n';
}

void Recorder::part_ended(const PartRow& row) {
  if (!folder_.empty())
    optional_file("parts.csv") << csv_line(row) << '\n';
}

void Recorder::experienced(const multicluster::Experience& experience) {
  if (!folder_.empty())
    optional_file("history.csv") << csv_line(experience) << '\n';
}

void Recorder::state(const StateRow& row) {
  if (folder_.empty())
    return;
  optional_file("series.csv") << series_line(row) << '\n';
  optional_file("machine_states.csv") << machine_states_line(row) << '\n';
}

void Recorder::user_state(const UserStateRow& row) {
  if (!folder_.empty())
    optional_file("user_series.csv") << csv_line(row) << '\n';
}

std::ofstream& Recorder::optional_file(const std::string& name) {
  const auto [file, is_new] = optional_files_.try_emplace(name);
  if (is_new) {
    file->second = open_for_writing(folder_ / name);
    file->second << header_of(name) << '\n';
  }
  return file->second;
}

void Recorder::write_before(Seconds date) {
  std::sort(held_.begin(), held_.end(), [](const JobRow& a, const JobRow& b) {
    return a.finish != b.finish ? a.finish < b.finish : a.task.id < b.task.id;
  });
  std::size_t written = 0;
  for (; written < held_.size() && held_[written].finish < date; ++written)
    write(held_[written]);
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(written));
}

void Recorder::write(const JobRow& row) {
  schedule_.add(row);
  if (row.state != FinalState::rejected && !row.user.empty() && schedule_.counts(row.task.submitted))
    users_[row.user].add(row, schedule_.fastest_resource());
  if (folder_.empty())
    return;
  line_.clear();
  append_csv(line_, row);
  line_ += '\n';
  jobs_ << line_;
}

void Recorder::write_users() const {
  if (folder_.empty() || users_.empty())
    return;
  auto out = open_for_writing(folder_ / "users.csv");
  out << header_of("users.csv") << '\n';
  for (const auto& [user, sums] : users_)
    out << users_line(user, sums) << '\n';
  close_written(out, folder_ / "users.csv");
}

void Recorder::close() {
  write_before(std::numeric_limits<Seconds>::infinity());
  if (folder_.empty())
    return;
  write_users();
  for (auto& [name, file] : optional_files_)
    close_written(file, folder_ / name);
  close_written(jobs_, folder_ / "jobs.csv");
  close_written(resources_, folder_ / "resources.csv");
}

} // namespace malha
