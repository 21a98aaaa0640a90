// SPDX-License-Identifier: MIT
// The model of Lublin and Feitelson: rigid jobs with sizes, run times and a daily cycle as in logs of
// machines; with `users`, of users who submit jobs of one kind several times; with `device_share`, some ask
// for devices such as GPUs, and with `sizes_share` some may change their size.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "scenarios/workload/files/drawn_sizes.hpp"
#include "scenarios/workload/files/lublin_model.hpp"
#include "scenarios/workload/files/metadata.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace malha {
namespace {

/// Work over capacity from the first to the last submission.
double offered_load(lublin::Model model, std::int64_t jobs, int nodes) {
  double work = 0;
  Seconds first = 0, last = 0;
  for (std::int64_t job = 0; job < jobs; ++job) {
    const lublin::Draw draw = model.next();
    work += draw.size * draw.run_time;
    last = draw.submitted;
    if (job == 0)
      first = last;
  }
  return work / (nodes * (last - first));
}

class LublinJobs : public JobSource {
public:
  explicit LublinJobs(const WorkloadInput& input)
      : jobs_(input.parameters.integer("jobs")), reference_speed_(input.reference_speed),
        device_partition_(input.parameters.text("device_partition")),
        model_(nodes_of(input), users_of(input),
               lublin::Takes(input.parameters, nodes_of(input), input.random), input.random),
        estimates_(rule_of(input), input.random) {
    const double load = input.parameters.real("load");
    if (load <= 0)
      return;
    if (jobs_ < 2)
      throw InputError("setting workload.load=" + input.parameters.text("load") +
                       ": valid with at least 2 jobs, or 0");
    stretch_ = offered_load(model_, jobs_, nodes_of(input)) / load;
  }

  std::optional<Job> next() override {
    if (given_ == jobs_)
      return std::nullopt;
    const lublin::Draw draw = model_.next();
    Task task;
    task.length = draw.run_time;
    task.reference_speed = reference_speed_;
    task.work = draw.run_time * reference_speed_;
    task.resources = draw.size;
    Job job;
    job.id = ++given_;
    if (draw.user > 0)
      job.user = "user-" + std::to_string(draw.user);
    task.number = job.id;
    job.submitted = std::floor(draw.submitted * stretch_);
    job.walltime = std::ceil(estimates_.of(draw.run_time, std::nullopt));
    job.tasks.push_back(task);
    set_take(draw.take, job);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  /// Nodes become fragments on machines of their own where jobs do not take whole ones.
  void set_take(const lublin::Take& take, Job& job) const {
    auto& size = job.tasks.front().resources;
    if (take.cores > 0) {
      if (size > std::numeric_limits<int>::max() / take.cores)
        throw InputError("setting workload.cores: a job of " + std::to_string(size) + " nodes has " +
                         std::to_string(take.cores) +
                         " cores on each, which are more than can be counted; valid: "
                         "fewer cores or nodes");
      job.fragments.assign(static_cast<std::size_t>(size), {take.cores, {}, true});
      size *= take.cores;
    }
    if (take.demands == nullptr)
      return;
    job.demands = take.demands;
    job.partition = device_partition_;
    std::string metadata;
    append_metadata(metadata, "gres=" + metadata_text(take.devices.str()));
    if (!device_partition_.empty())
      append_metadata(metadata, "partition=" + metadata_text(device_partition_.str()));
    job.metadata = metadata;
  }

  static int nodes_of(const WorkloadInput& input) {
    const auto nodes = input.parameters.integer("nodes");
    if (nodes >= 2)
      return static_cast<int>(nodes);
    if (nodes == 1)
      throw InputError(
          "setting workload.nodes=1: the model is one of parallel machines; valid: at least 2, or 0");
    if (input.nodes < 2)
      throw InputError(
          "workload 'lublin': the platform has " + std::to_string(input.nodes) +
          (input.nodes == 1 ? " node" : " nodes") +
          ", and the model is one of parallel machines; valid: a platform of at least 2 nodes, or "
          "workload.nodes=N");
    return input.nodes;
  }

  static lublin::UserRules users_of(const WorkloadInput& input) {
    const auto& given = input.parameters;
    const lublin::UserRules rules{given.integer("users"), given.real("repeats"),
                                  given.real("variation") / 100};
    if (rules.users == 0 && rules.repeats > 1)
      throw InputError("setting workload.repeats=" + given.text("repeats") +
                       ": jobs without users have no repetitions; valid: 1, or with workload.users above 0");
    if (rules.repeats <= 1 && rules.variation > 0)
      throw InputError(
          "setting workload.variation=" + given.text("variation") +
          ": jobs that are not repeated do not vary; valid: 0, or with workload.repeats above 1");
    return rules;
  }

  static const std::string& rule_of(const WorkloadInput& input) {
    const std::string& rule = input.parameters.text("estimates");
    if (rule == "user")
      throw InputError(
          "setting workload.estimates=user: the model has no users who estimate; valid: exact, factor:f, "
          "uniform:f, same:s");
    return rule;
  }

  std::int64_t jobs_;
  std::int64_t given_ = 0;
  FlopsPerSecond reference_speed_;
  SharedText device_partition_;
  lublin::Model model_;
  Estimates estimates_;
  double stretch_ = 1; ///< of the dates of submission
};

std::vector<ParameterSpec> lublin_parameters() {
  std::vector<ParameterSpec> all{
      integer("jobs", 1000, between(1, 1e9), "count", "jobs"),
      integer("nodes", 0, between(0, 1e6), "count",
              "size of the machine, and of the largest jobs; 0: that of the platform"),
      real("load", 0, at_least(0), "1",
           "work of all jobs over that of the machine from the first to the last submission, reached by "
           "stretching the time between submissions; 0: as the model has it"),
      integer("users", 0, between(0, 1e6), "count",
              "each job is of one of user-1, user-2, …, all as likely; 0: jobs have no users. The model has "
              "none"),
      real("repeats", 1, between(1, 1e6), "1",
           "mean number of jobs of one size and run time that a user submits one after the other, geometric"),
      real("variation", 0, between(0, 99), "%",
           "run times of jobs that are repeated are uniform within this of the first one")};
  for (auto& one : lublin::Takes::parameters())
    all.push_back(std::move(one));
  all.push_back(Estimates::parameter("exact"));
  all.push_back(reference_speed_parameter());
  return all;
}

} // namespace

MALHA_WORKLOAD(generator_of_sized_jobs<LublinJobs>(
    "lublin",
    "rigid jobs whose run times grow with their sizes, submitted in a daily cycle that starts at "
    "midnight; the "
    "seed varies arrivals, sizes and run times",
    "Lublin and Feitelson, JPDC 63(11), 2003, without job types; limits as in the authors' program",
    lublin_parameters()))

} // namespace malha
