// SPDX-License-Identifier: MIT
// A batch like that of the experiments of OscarPBS: rigid jobs of fragments, classes and deadlines.
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"

#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace malha {
namespace {

using Engine = RandomStreams::Engine;

double uniform(Engine& engine) { return boost::random::uniform_01<>()(engine); }

int uniform_to(Engine& engine, int low, int high) {
  return boost::random::uniform_int_distribution<>(low, high)(engine);
}

/// Brings `drawn` of the numbers, without replacement, to the front.
void draw_to_front(std::vector<int>& numbers, std::size_t drawn, Engine& engine) {
  for (std::size_t i = 0; i < drawn; ++i)
    std::swap(numbers[i], numbers[static_cast<std::size_t>(uniform_to(
                              engine, static_cast<int>(i), static_cast<int>(numbers.size()) - 1))]);
}

std::vector<int> numbers_from(int first, std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// Shares of a whole, by their parameters.
void check_shares(const Parameters& parameters, const std::string& one, const std::string& other) {
  if (parameters.real(one) + parameters.real(other) > 1)
    throw InputError("settings workload." + one + "=" + parameters.text(one) + " and workload." + other +
                     "=" + parameters.text(other) + ": add up to more than 1; valid: at most 1 together");
}

/// Which CPUs the jobs of a run ask for. Each share has a stream of its own, so that it changes nothing else.
class Shapes {
public:
  Shapes(const Parameters& parameters, RandomStreams& random)
      : cpus_(static_cast<int>(parameters.integer("cpus"))),
        most_fragments_(static_cast<int>(parameters.integer("most_fragments"))),
        narrow_(parameters.real("narrow")), whole_(parameters.real("whole")),
        fixed_(parameters.real("fixed")), exclusive_(parameters.real("exclusive")),
        prefix_(parameters.text("machine_prefix")),
        machines_(numbers_from(static_cast<int>(parameters.integer("first_machine")),
                               static_cast<std::size_t>(parameters.integer("machines")))),
        shapes_(random.stream("workload.shapes")), fixing_(random.stream("workload.fixed")),
        choices_(random.stream("workload.machines")), exclusions_(random.stream("workload.exclusive")) {
    check_shares(parameters, "narrow", "whole");
    if (most_fragments_ > static_cast<int>(machines_.size()))
      throw InputError("setting workload.most_fragments=" + parameters.text("most_fragments") +
                       ": valid: at most workload.machines, " + parameters.text("machines"));
  }

  std::vector<Fragment> next() {
    auto fragments = free_ones();
    const bool fixed = uniform(fixing_) < fixed_, exclusive = uniform(exclusions_) < exclusive_;
    draw_to_front(machines_, fragments.size(), choices_);
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      fragments[i].exclusive = exclusive;
      if (fixed)
        fragments[i].machine = prefix_ + std::to_string(machines_[i]);
    }
    return fragments;
  }

private:
  int part_of_machine(int quarters) const { return std::max(1, cpus_ * quarters / 4); }

  std::vector<Fragment> free_ones() {
    const double kind = uniform(shapes_);
    if (kind < narrow_)
      return {{uniform_to(shapes_, 1, part_of_machine(3))}};
    if (kind < narrow_ + whole_)
      return {{cpus_}};
    const auto number = static_cast<std::size_t>(uniform_to(shapes_, 2, most_fragments_));
    return std::vector<Fragment>(number, {part_of_machine(uniform_to(shapes_, 2, 4))});
  }

  int cpus_, most_fragments_;
  double narrow_, whole_, fixed_, exclusive_;
  std::string prefix_;
  std::vector<int> machines_;
  Engine &shapes_, &fixing_, &choices_, &exclusions_;
};

/// Log-normal with mean 1 and that coefficient of variation.
class Lengths {
public:
  Lengths(double variation, RandomStreams& random)
      : variance_(std::log1p(variation * variation)), engine_(random.stream("workload.run_times")) {}

  double next() {
    return std::exp(-variance_ / 2 + std::sqrt(variance_) * boost::random::normal_distribution<>()(engine_));
  }

private:
  double variance_; ///< of the logarithm
  Engine& engine_;
};

class Gaps {
public:
  Gaps(const Parameters& parameters, RandomStreams& random)
      : kind_(parameters.text("gaps")), mean_(parameters.real("interarrival")),
        quantile_(parameters.real("quantile")), engine_(random.stream("workload.arrivals")) {}

  Seconds next() {
    if (kind_ == "fixed")
      return mean_;
    return -mean_ * std::log(1 - (kind_ == "quantile" ? quantile_ : uniform(engine_)));
  }

private:
  std::string kind_;
  Seconds mean_;
  double quantile_;
  Engine& engine_;
};

/// Table 6.1 of OscarPBS.
cluster::oscarpbs::Powers powers_of_the_experiments() {
  cluster::oscarpbs::Powers powers;
  powers.deallocates_critical_starve = powers.deallocates_qos = true;
  powers.kills_common = powers.kills_starve = powers.kills_qos = true;
  return powers;
}

class OscarBatch : public JobSource {
public:
  explicit OscarBatch(const WorkloadInput& input)
      : jobs_(static_cast<std::size_t>(input.parameters.integer("jobs"))) {
    draw_requests(input.parameters, input.random);
    scale_lengths(input.parameters.real("mean_length"));
    Gaps gaps(input.parameters, input.random);
    Seconds submitted = 0;
    for (std::size_t i = 0; i < jobs_.size(); ++i, submitted += gaps.next()) {
      auto& job = jobs_[i];
      auto& task = job.tasks.front();
      job.id = static_cast<JobId>(i + 1);
      task.number = job.id;
      job.submitted = submitted;
      job.walltime = task.length;
      task.reference_speed = input.reference_speed;
      task.work = task.length * input.reference_speed;
    }
    draw_classes(input.parameters, input.random);
  }

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++]));
  }
  std::optional<std::int64_t> jobs() const override { return jobs_.size(); }

private:
  /// Users submit runs of jobs that ask for the same.
  void draw_requests(const Parameters& parameters, RandomStreams& random) {
    Shapes shapes(parameters, random);
    Lengths lengths(parameters.real("variation"), random);
    auto& users = random.stream("workload.users");
    const int number_of_users = static_cast<int>(parameters.integer("users"));
    const int longest_run = static_cast<int>(parameters.integer("longest_run"));
    for (std::size_t begin = 0; begin < jobs_.size();) {
      Job job;
      job.user = "user" + std::to_string(uniform_to(users, 1, number_of_users));
      const auto length = static_cast<std::size_t>(uniform_to(users, 1, longest_run));
      job.fragments = shapes.next();
      Task task;
      task.length = lengths.next();
      task.resources = 0;
      for (const auto& fragment : job.fragments)
        task.resources += fragment.cpus;
      job.tasks.push_back(task);
      if (task.resources == 1 && job.fragments.front().machine.empty())
        job.fragments.clear(); // a CPU is a fragment anyway, and any policy can place it
      for (const auto end = std::min(begin + length, jobs_.size()); begin < end; ++begin)
        jobs_[begin] = job;
    }
  }

  void scale_lengths(Seconds mean) {
    double sum = 0;
    for (const auto& job : jobs_)
      sum += job.tasks.front().length;
    for (auto& job : jobs_)
      job.tasks.front().length *= mean * static_cast<double>(jobs_.size()) / sum;
  }

  /// The emergency jobs are drawn from what the qos jobs leave.
  void draw_classes(const Parameters& parameters, RandomStreams& random) {
    check_shares(parameters, "qos", "emergency");
    const auto number = [&](const char* share) {
      return static_cast<std::size_t>(
          std::lround(parameters.real(share) * static_cast<double>(jobs_.size())));
    };
    const std::size_t qos = number("qos"), drawn = std::min(qos + number("emergency"), jobs_.size());
    auto order = numbers_from(0, jobs_.size());
    draw_to_front(order, drawn, random.stream("workload.classes"));
    for (std::size_t i = 0; i < drawn; ++i) {
      auto& job = jobs_[static_cast<std::size_t>(order[i])];
      job.service = i < qos ? ServiceClass::qos : ServiceClass::emergency;
      job.deadline = job.submitted +
                     parameters.real(i < qos ? "qos_deadline" : "emergency_deadline") * job.walltime.value();
      if (i >= qos)
        job.extensions.set(powers_of_the_experiments());
    }
  }

  std::vector<Job> jobs_;
  std::size_t next_ = 0;
};

std::vector<ParameterSpec> parameters() {
  return {
      integer("jobs", 318, between(1, 1e7), "count", "jobs"),
      integer("users", 8, between(1, 1e6), "count", "users, each as likely to submit the next run"),
      integer("longest_run", 8, between(1, 1e6), "count",
              "most jobs of a run, which ask for the same; runs have from 1 to this number, uniform"),
      real("mean_length", 3410, above(0), "s", "mean run time of the jobs, reached by scaling all"),
      real("variation", 1.5, between(0, 100), "1",
           "coefficient of variation of the run times, which are log-normal"),
      real("narrow", 0.3, between(0, 1), "1",
           "share of runs whose jobs are a fragment of 1 to 3/4 of cpus, uniform"),
      real("whole", 0.2, between(0, 1), "1", "share of runs whose jobs are a fragment of cpus"),
      integer("most_fragments", 8, between(2, 1e6), "count",
              "jobs of the other runs have from 2 to this number of fragments, all of 1/2, 3/4 or the whole "
              "of cpus"),
      integer("machines", 40, between(2, 1e4), "count", "machines that fixed fragments name"),
      integer("cpus", 8, between(1, 1e4), "count", "CPUs of a machine, of which fragments are parts"),
      integer("first_machine", 2, between(0, 1e6), "count", "number of the first machine"),
      text("machine_prefix", "uff", "what the names of machines begin with, before their numbers"),
      real("fixed", 0, between(0, 1), "1", "share of runs that name a machine for each fragment"),
      real("exclusive", 0, between(0, 1), "1", "share of runs whose fragments are exclusive"),
      choice("gaps", "exponential", {"exponential", "fixed", "quantile"},
             "times between submissions: -interarrival * ln(1 - u) with u uniform, interarrival, or that of "
             "u = quantile"),
      real("interarrival", 60, at_least(0), "s", "mean time between submissions"),
      real("quantile", 0.5, between(0, 0.999999), "1", "u of gaps=quantile"),
      real("qos", 0, between(0, 1), "1", "share of jobs that are of class qos"),
      real("qos_deadline", 3, above(0), "1", "from their submission to their deadline, in walltimes"),
      real("emergency", 0, between(0, 1), "1",
           "share of jobs that are of class emergency, with the powers of Table 6.1"),
      real("emergency_deadline", 1.5, above(0), "1", "from their submission to their deadline, in walltimes"),
      reference_speed_parameter()};
}

} // namespace

MALHA_WORKLOAD(workload_generator<OscarBatch>(
    "oscar_batch",
    "rigid jobs of fragments, in runs of equal jobs; walltimes are the run times; the seed varies users, "
    "shapes, run times, arrivals and classes, each apart",
    "cunha2013, section 6.1: its job number, mean run time, gaps, classes; the rest is ours, since its "
    "log is not published",
    parameters()))

} // namespace malha
