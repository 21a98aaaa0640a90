// SPDX-License-Identifier: MIT
// Job files of ElastiSim with their application models: rigid, moldable, malleable, evolving and adaptive
// jobs.
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/elastisim_sizes.hpp"
#include "scenarios/workload/files/first_key.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"
#include "scenarios/workload/files/trace_source.hpp"

namespace malha {
namespace {

class ElastisimReader : public JobSource {
public:
  explicit ElastisimReader(const WorkloadInput& input) {
    const auto unmodelled = input.parameters.text("io") == "ignore" ? elastisim::Unmodelled::ignore
                                                                    : elastisim::Unmodelled::refuse;
    const auto file = elastisim::read_jobs(input.file, unmodelled);
    if (file.jobs.empty())
      throw InputError(input.file.string() + ": holds no job; valid: at least one");
    elastisim::JobMaker maker(input);
    for (const auto& one : file.jobs)
      jobs_.push_back(maker.job_of(one));
    place_dates(input);
    maker.add_to(notes_);
    for (const auto& [what, number] : file.ignored)
      notes_.push_back({"ignored: " + what, number});
  }

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++]));
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }
  std::optional<std::int64_t> jobs() const override { return jobs_.size(); }

private:
  void place_dates(const WorkloadInput& input) {
    const auto moved = sort_by_submission(jobs_, [](const Job& job) { return job.submitted; });
    if (jobs_.back().submitted >= end_of_dates)
      throw InputError(input.file.string() + ": job " + std::to_string(jobs_.back().id) +
                       ": 'submit_time' is too late; valid: below 253402300800");
    if (moved > 0)
      notes_.push_back({"sorted by submission", moved});
    TraceDates dates;
    dates.begin(relative_date(jobs_.front().submitted));
    for (auto& job : jobs_)
      move_to(job, dates.of(job.submitted));
    dates.add_to(notes_);
  }

  std::vector<Job> jobs_;
  std::size_t next_ = 0;
  std::vector<WorkloadNote> notes_;
};

/// Jobs of Batsim and of squeue are in an array of that name, too.
bool is_elastisim(const std::filesystem::path& file) {
  const auto key = first_key_of(file, [](const std::string& name, int depth) {
    if (depth == 1)
      return name == "profiles" || name == "nb_res" || name == "workflow" || name == "schemaVersion";
    return depth == 3 && (name == "application_model" || name == "num_nodes" || name == "num_nodes_min" ||
                          name == "profile" || name == "subtime" || name == "job_id");
  });
  return key == "application_model" || key == "num_nodes" || key == "num_nodes_min";
}

std::vector<std::filesystem::path> models_of(const std::filesystem::path& file) {
  try {
    return elastisim::read_jobs(file, elastisim::Unmodelled::ignore).models;
  } catch (const InputError&) { // which reading the jobs says
    return {};
  }
}

WorkloadDescriptor described() {
  auto reader = workload_reader<ElastisimReader>(
      "elastisim", {".json"},
      "rigid, moldable, malleable, evolving and adaptive jobs from a job file of ElastiSim, with their "
      "application models",
      "ElastiSim; Özden et al., ICPP 2022",
      with_trace_parameters(
          {Estimates::parameter("user"), reference_speed_parameter(),
           choice(
               "io", "refuse", {"refuse", "ignore"},
               "data that are read, written or sent, and GPUs, which are not modelled: refuse the file, or "
               "leave them out, and count them")}));
  reader.make = make_trace_source<ElastisimReader>;
  reader.recognizes = is_elastisim;
  reader.also_read = models_of;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
