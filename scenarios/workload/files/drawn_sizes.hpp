// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha {

/// The parameters by which a share of the rigid jobs of a source may change their size.
std::vector<ParameterSpec> drawn_sizes_parameters();

/// The parameter that says what jobs are of which a file says sizes, and no type.
JobKind kind_given(const Parameters& parameters);

/// What such jobs have, after the generator of Posner, Hupfeld, Finnerty 2023 (ProjectWagomu,
/// MalleableJobScheduling): bounds by efficiency around the size that the source says.
class SizeRules {
public:
  /// Throws InputError on parameters that are none, and where jobs are to have sizes and there is no platform
  /// that bounds them.
  explicit SizeRules(const WorkloadInput& input);

  double share() const { return share_; }
  /// The sizes of a job that runs for that time on that many nodes.
  Malleability sizes_of(int nodes, Seconds run_time) const;

private:
  SpeedUp law_for(int nodes) const;
  void read_law(const std::string& text);
  void read_points(const Parameters& given);

  double share_;
  JobKind kind_;
  std::vector<double> parallel_shares_; ///< of Amdahl's law, of which one is chosen; empty: `law_`
  SpeedUp law_;
  EfficiencyBounds bounds_;
  double enough_ = 0; ///< efficiency on the usual nodes above which a parallel share may be chosen
  int parts_ = 0;     ///< 0: one every `point_every_`
  Seconds point_every_ = 0;
  ResizeCost cost_;
  int nodes_; ///< of the platform
};

/// Gives a share of the rigid jobs of a source sizes. Others stay as they are, and so do jobs that have
/// sizes.
class DrawnSizes : public JobSource {
public:
  DrawnSizes(std::unique_ptr<JobSource> source, const WorkloadInput& input);

  std::optional<Job> next() override;
  std::vector<WorkloadNote> notes() const override;
  std::vector<std::string> header() const override { return source_->header(); }
  std::optional<std::int64_t> jobs() const override { return source_->jobs(); }

private:
  std::unique_ptr<JobSource> source_;
  SizeRules rules_;
  std::string without_effect_; ///< parameters that are given, and why; "": none
  FlopsPerSecond speed_;       ///< at which run times are counted
  RandomEngine& random_;
  std::int64_t read_ = 0, given_ = 0, unfit_ = 0, long_laws_ = 0;
};

/// Gives a share of the jobs of the source sizes where the parameters say so, and notes which of them have no
/// effect. Throws InputError on parameters that are none, even where no job has them.
std::unique_ptr<JobSource> with_drawn_sizes(std::unique_ptr<JobSource> source, const WorkloadInput& input);

/// Makes the source `Source` of rigid jobs, a share of which has sizes where the parameters say so. It is for
/// `WorkloadDescriptor::make`.
template <class Source>
std::unique_ptr<JobSource> make_sized_source(const WorkloadInput& input) {
  return with_drawn_sizes(make_source<Source>(input), input);
}

/// Describes a generator of rigid jobs, a share of which may have sizes.
template <class Source>
WorkloadDescriptor generator_of_sized_jobs(std::string name, std::string summary, std::string citation,
                                           std::vector<ParameterSpec> parameters) {
  for (auto& one : drawn_sizes_parameters())
    parameters.push_back(std::move(one));
  auto generator = workload_generator<Source>(std::move(name), std::move(summary), std::move(citation),
                                              std::move(parameters));
  generator.make = make_sized_source<Source>;
  return generator;
}

} // namespace malha
