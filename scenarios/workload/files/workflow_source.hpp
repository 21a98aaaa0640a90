// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"
#include "workflow_job.hpp"

#include <boost/random/exponential_distribution.hpp>

namespace malha {

/// A generator of workflows, which arrive over time or all at once.
class WorkflowSource : public JobSource {
public:
  /// `name` is that of the generator. Its parameters must have those of `parameters_of_arrivals`.
  WorkflowSource(const WorkloadInput& input, const std::string& name)
      : where_("workload '" + name + "'"), terms_(input), jobs_(input.parameters.integer("jobs")),
        interarrival_(input.parameters.real("interarrival")),
        arrivals_(input.random.stream("workload.arrivals")) {}

  std::optional<Job> next() override {
    if (id_ == jobs_)
      return std::nullopt;
    Job job = job_of(make(), terms_, where_);
    job.id = id_++;
    job.submitted = submitted_;
    if (interarrival_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / interarrival_)(arrivals_);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

protected:
  /// The beginning of messages: "workload 'random_dag'".
  const std::string& where() const { return where_; }

private:
  /// The next workflow.
  virtual Workflow make() = 0;

  const std::string where_;
  const JobTerms terms_;
  const std::int64_t jobs_;
  const Seconds interarrival_;
  RandomStreams::Engine& arrivals_;
  JobId id_ = 0;
  Seconds submitted_ = 0;
};

/// The parameters, and behind them those that every generator of workflows has.
inline std::vector<ParameterSpec> parameters_of_arrivals(std::vector<ParameterSpec> parameters) {
  for (auto& parameter : parameters_of_jobs())
    parameters.push_back(std::move(parameter));
  parameters.push_back(integer("jobs", 1, between(1, 1e6), "count", "workflows"));
  parameters.push_back(real("interarrival", 0, at_least(0), "s",
                            "mean time between submissions of workflows, exponential; 0: all at once"));
  parameters.push_back(reference_speed_parameter());
  return parameters;
}

} // namespace malha
