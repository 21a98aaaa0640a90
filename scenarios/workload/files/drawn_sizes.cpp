// SPDX-License-Identifier: MIT
#include "drawn_sizes.hpp"

#include "job_sizes.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>

namespace malha {
namespace {

constexpr Seconds usual_time_between_points = 60; // Posner et al.
const char* const posners_shares = "amdahl:0.999/0.995/0.99/0.985/0.98/0.975/0.97/0.965/0.96/0.955/0.95";

[[noreturn]] void refuse_setting(const Parameters& given, const std::string& name, const std::string& valid) {
  throw InputError("setting workload." + name + "=" + given.text(name) + ": " + valid);
}

/// Whether a job asks for more than nodes. Policies that choose sizes heed nothing else, and refuse it.
bool asks_for_more_than_nodes(const Job& job) {
  return !job.fragments.empty() || job.demands != nullptr || !job.constraint.empty() ||
         !job.reservation.empty() || job.deadline.has_value();
}

/// The run time of the only task of a job that can have sizes; nothing where it cannot: bags and DAGs have
/// none, and data that nodes exchange fit one size.
std::optional<Seconds> run_time_to_divide(const Job& job, FlopsPerSecond speed) {
  const bool is_one_task = job.tasks.size() == 1 && job.precedences.empty() && job.bag.empty();
  if (!is_one_task || asks_for_more_than_nodes(job) || job.tasks.front().exchange > 0)
    return std::nullopt;
  const auto& task = job.tasks.front();
  const Seconds time = task.reference_speed > 0 || task.is_delay ? task.length : task.work / speed;
  return time > 0 ? std::optional(time) : std::nullopt;
}

/// What of these parameters has another value than the usual one: "sizes_cost, sizes_law"; "": nothing.
std::string changed_among(const Parameters& given, const std::vector<std::string>& names) {
  std::string changed;
  for (const auto& spec : drawn_sizes_parameters()) {
    const bool counts = std::find(names.begin(), names.end(), spec.name) != names.end();
    if (counts && given.text(spec.name) != spec.normal(*spec.default_value))
      changed += (changed.empty() ? "" : ", ") + spec.name;
  }
  return changed;
}

/// What is said, and has no effect: without a share of jobs everything, and of moldable jobs what is about
/// changes. Of a file whose columns may say sizes, `sizes_type` is for its own jobs, too.
std::string without_effect(const SizeRules& rules, const Parameters& given) {
  std::vector<std::string> names{"sizes_parts", "sizes_point_every", "sizes_cost"};
  if (!(rules.share() > 0)) {
    names.insert(names.end(), {"sizes_law", "sizes_efficiency"});
    if (given.all().count("columns") == 0)
      names.push_back("sizes_type");
  } else if (kind_given(given) != JobKind::moldable)
    return "";
  const auto changed = changed_among(given, names);
  if (changed.empty())
    return "";
  return changed +
         (rules.share() > 0 ? " without effect on moldable jobs" : " without effect where sizes_share is 0");
}

} // namespace

std::vector<ParameterSpec> drawn_sizes_parameters() {
  return {
      real("sizes_share", 0, between(0, 1), "1",
           "the share of rigid jobs that may run on several numbers of nodes, drawn job by job; those of a "
           "smaller share are among those of a larger one under the same seed"),
      choice("sizes_type", "malleable", {"moldable", "malleable"},
             "when their size is chosen: at the start, or also while they run"),
      text("sizes_law", posners_shares,
           "their speed-up: linear, amdahl:F, power:P, downey:A:S or table:N=T/N=T; or amdahl with several "
           "parallel shares, F/F/F, of which each job has the one with the least efficiency on its nodes "
           "that is enough"),
      reals("sizes_efficiency", "0.95,0.8,0.5", between(0, 1), "1",
            "efficiencies S(n) / n: above the first, jobs may run on as few nodes; above the second, a "
            "parallel share is enough; above the third, they may run on as many"),
      text("sizes_parts", "",
           "equal parts of their work, between which the size may change; inf: at any date; empty: "
           "sizes_point_every says it"),
      real("sizes_point_every", usual_time_between_points, above(0), "s",
           "the run time of a part on the nodes of the trace, about; at most 1000 parts"),
      text("sizes_cost", "0",
           "seconds for which a job computes nothing after a change, such as 60, or 60/20 if it grows or "
           "shrinks")};
}

JobKind kind_given(const Parameters& parameters) { return *job_kind_of(parameters.text("sizes_type")); }

SizeRules::SizeRules(const WorkloadInput& input)
    : share_(input.parameters.real("sizes_share")), kind_(kind_given(input.parameters)), nodes_(input.nodes) {
  const auto& given = input.parameters;
  const auto efficiencies = given.reals("sizes_efficiency");
  if (efficiencies.size() != 3)
    refuse_setting(given, "sizes_efficiency", "valid: three numbers, such as 0.95,0.8,0.5");
  bounds_ = {efficiencies[0], efficiencies[2]};
  enough_ = efficiencies[1];
  read_law(given.text("sizes_law"));
  read_points(given);
  const auto cost = cost_in(given.text("sizes_cost"));
  if (!cost || !(cost->grow >= 0 && cost->shrink >= 0 && cost->grow < never && cost->shrink < never))
    refuse_setting(given, "sizes_cost", "valid: a number of s, at least 0, or two, such as 60/20");
  cost_ = *cost;
  if (nodes_ == 0 && share_ > 0)
    refuse_setting(given, "sizes_share",
                   "needs a platform, whose resources bound the sizes of jobs; valid: 0");
}

void SizeRules::read_law(const std::string& text) {
  const std::string amdahl = "amdahl:";
  try {
    if (text.rfind(amdahl, 0) != 0) {
      law_ = SpeedUp::read(text);
      if (!law_.runs_on(1))
        throw InputError("'" + text + "' says nothing of 1 node; valid: a law that begins at 1 node");
      return;
    }
    for (const auto& share : split(text.substr(amdahl.size()), '/')) {
      SpeedUp::read(amdahl + share);
      parallel_shares_.push_back(*parse_number<double>(share));
    }
  } catch (const InputError& error) {
    throw InputError("setting workload.sizes_law: " + std::string(error.what()));
  }
}

void SizeRules::read_points(const Parameters& given) {
  point_every_ = given.real("sizes_point_every");
  const auto& text = given.text("sizes_parts");
  if (text.empty())
    return;
  const auto parts = parts_in(text);
  if (!parts || *parts < 1)
    refuse_setting(given, "sizes_parts", "valid: an integer, at least 1, or inf, or nothing");
  if (point_every_ != usual_time_between_points)
    refuse_setting(given, "sizes_point_every",
                   "has no effect beside workload.sizes_parts=" + text + "; valid: one of them");
  parts_ = *parts;
}

SpeedUp SizeRules::law_for(int nodes) const {
  return parallel_shares_.empty() ? law_
                                  : SpeedUp::amdahl(parallel_share_for(nodes, parallel_shares_, enough_));
}

Malleability SizeRules::sizes_of(int nodes, Seconds run_time) const {
  Malleability sizes;
  sizes.kind = kind_;
  sizes.law = law_for(nodes);
  const auto bounds = bounds_by_efficiency(sizes.law, nodes, nodes_, bounds_);
  sizes.min = bounds.min;
  sizes.pref = bounds.pref;
  sizes.max = bounds.max;
  if (obeys(kind_))
    sizes.parts = parts_ > 0 ? parts_ : parts_of(run_time, point_every_);
  sizes.cost = cost_;
  sizes.set_run_at_pref(run_time);
  return sizes;
}

DrawnSizes::DrawnSizes(std::unique_ptr<JobSource> source, const WorkloadInput& input)
    : source_(std::move(source)), rules_(input), without_effect_(without_effect(rules_, input.parameters)),
      speed_(input.reference_speed), random_(input.random.stream("workload.sizes_share")) {}

std::optional<Job> DrawnSizes::next() {
  auto job = source_->next();
  read_ += job ? 1 : 0;
  // One draw for each job, so that the same ones are drawn whatever jobs are.
  if (!job || !draw_share(random_, rules_.share()) || job->sizes != nullptr)
    return job;
  const auto time = run_time_to_divide(*job, speed_);
  if (!time) {
    ++unfit_;
    return job;
  }
  auto sizes = rules_.sizes_of(job->tasks.front().resources, *time);
  try {
    check(sizes);
  } catch (const InputError& error) {
    throw InputError("setting workload.sizes_share: job " + std::to_string(job->id) + " " + error.what());
  }
  long_laws_ += has_long_law(sizes) ? 1 : 0;
  give_sizes(*job, std::move(sizes));
  ++given_;
  return job;
}

std::unique_ptr<JobSource> with_drawn_sizes(std::unique_ptr<JobSource> source, const WorkloadInput& input) {
  const SizeRules rules(input);
  if (!(rules.share() > 0) && without_effect(rules, input.parameters).empty())
    return source;
  return std::make_unique<DrawnSizes>(std::move(source), input);
}

std::vector<WorkloadNote> DrawnSizes::notes() const {
  auto all = source_->notes();
  if (given_ > 0)
    all.push_back({"may run on several numbers of nodes, by sizes_share", given_});
  if (unfit_ > 0)
    all.push_back({"drawn by sizes_share, and rigid: a bag, a DAG, with fragments, exchange, demands, a "
                   "constraint, a reservation or a deadline, or without a run time",
                   unfit_});
  if (long_laws_ > 0)
    all.push_back({note_of_long_laws, long_laws_});
  if (!without_effect_.empty())
    all.push_back({without_effect_, read_});
  return all;
}

} // namespace malha
