// SPDX-License-Identifier: MIT
// Jobs out of the NAS benchmarks IS and MG, as M-CISNE measured them alone on dedicated nodes (table D.1).
#include "policies/multicluster/application.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "policies/sdk/workload.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <array>

namespace malha {
namespace {

constexpr std::array<int, 3> sizes_of_table{2, 4, 8};

/// What a task of an application takes when the application has a certain size.
struct Measured {
  double jiffies;   ///< of CPU, 1/100 s each; the header of the table calls them %
  double megabytes; ///< of memory
  Seconds time;     ///< dedicated, of computation and communication
};

/// A row of the table: the application on 2, 4 and 8 nodes.
struct Row {
  const char* name;
  std::array<Measured, sizes_of_table.size()> by_size;
};

/// MG-A on 8 nodes is kept as it is printed, although it breaks the pattern of the others.
constexpr std::array<Row, 6> table{{
    {"IS-A", {{{1015, 150, 19}, {695, 73, 19}, {602, 37, 19}}}},
    {"IS-AB", {{{2438, 297, 29}, {1600, 144, 29}, {1139, 74, 29}}}},
    {"IS-B", {{{5326, 593, 69}, {3216, 285, 69}, {2455, 152, 49}}}},
    {"MG-A", {{{2133, 227, 29}, {984, 117, 19}, {120, 62, 9}}}},
    {"MG-AB", {{{6746, 227, 79}, {3448, 117, 39}, {1294, 62, 19}}}},
    {"MG-B", {{{11939, 227, 130}, {5961, 117, 69}, {1640, 62, 39}}}},
}};

std::vector<std::string> names_of_applications() {
  std::vector<std::string> names;
  for (const auto& row : table)
    names.emplace_back(row.name);
  return names;
}

std::vector<std::string> names_of_sizes() {
  std::vector<std::string> names;
  for (const int size : sizes_of_table)
    names.push_back(std::to_string(size));
  return names;
}

[[noreturn]] void refuse(const Parameters& given, const std::string& parameter, const std::string& valid) {
  throw InputError("workload 'nas_jobs': parameter '" + parameter + "' cannot be '" + given.text(parameter) +
                   "'; valid: " + valid);
}

/// The positions of the names that a list has, in the order of the list.
std::vector<std::size_t> positions(const Parameters& given, const std::string& parameter,
                                   const std::vector<std::string>& names, const std::string& valid) {
  std::vector<std::size_t> found;
  for (const auto& name : split(given.text(parameter), ',')) {
    const auto position =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (position == names.size() || std::count(found.begin(), found.end(), position) > 0)
      refuse(given, parameter, valid);
    found.push_back(position);
  }
  return found;
}

std::vector<std::size_t> applications_of(const Parameters& given) {
  const auto names = names_of_applications();
  if (given.text("applications") != "all")
    return positions(given, "applications", names,
                     "all, or some of " + listed(names) + ", each once, with ',' between them");
  std::vector<std::size_t> all(table.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  return all;
}

std::vector<std::size_t> sizes_of(const Parameters& given) {
  const auto names = names_of_sizes();
  return positions(given, "sizes", names, "some of " + listed(names) + ", each once, with ',' between them");
}

class NasJobs : public JobSource {
public:
  NasJobs(const Parameters& given, RandomStreams& random)
      : applications_(applications_of(given)), sizes_(sizes_of(given)),
        tasks_(static_cast<int>(given.integer("tasks"))), jobs_(given.integer("jobs")),
        users_(given.integer("users")), gap_(given.real("gap")), estimate_(given.real("estimate")),
        reference_speed_(given.real("reference_speed")), bandwidth_of_is_(given.real("bandwidth_is")),
        bandwidth_of_mg_(given.real("bandwidth_mg")),
        drawn_applications_(random.stream("workload.applications")),
        drawn_sizes_(random.stream("workload.sizes")), drawn_users_(random.stream("workload.users")),
        arrivals_(random.stream("workload.arrivals")) {}

  std::optional<Job> next() override {
    if (id_ == jobs_)
      return std::nullopt;
    Job job;
    job.id = id_++;
    job.submitted = submitted_;
    job.user = "user-" +
               std::to_string(boost::random::uniform_int_distribution<std::int64_t>(1, users_)(drawn_users_));
    const Row& row = table[one_of(applications_, drawn_applications_)];
    const std::size_t size = one_of(sizes_, drawn_sizes_);
    describe(job, row, tasks_ > 0 ? tasks_ : sizes_of_table[size], row.by_size[size]);
    if (gap_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / gap_)(arrivals_);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  static std::size_t one_of(const std::vector<std::size_t>& positions, RandomStreams::Engine& stream) {
    return positions[boost::random::uniform_int_distribution<std::size_t>(0, positions.size() - 1)(stream)];
  }

  void describe(Job& job, const Row& row, int size, const Measured& measured) const {
    multicluster::Application application;
    application.name = row.name;
    application.computation = measured.jiffies / 100;
    application.communication = measured.time - application.computation;
    application.memory = measured.megabytes * 1e6;
    application.bandwidth = row.name[0] == 'I' ? bandwidth_of_is_ : bandwidth_of_mg_;
    job.metadata = "application=" + application.name;
    job.extensions.set(std::move(application));
    Task& task = job.tasks.emplace_back();
    task.resources = size;
    task.length = measured.time;
    task.reference_speed = reference_speed_;
    task.work = measured.time * reference_speed_;
    if (estimate_ > 0)
      job.walltime = estimate_ * measured.time;
  }

  const std::vector<std::size_t> applications_, sizes_; ///< positions in the table
  const int tasks_;                                     ///< of each job; 0: those of its size
  const std::int64_t jobs_, users_;
  const Seconds gap_;
  const double estimate_;
  const FlopsPerSecond reference_speed_;
  const double bandwidth_of_is_, bandwidth_of_mg_;
  RandomStreams::Engine &drawn_applications_, &drawn_sizes_, &drawn_users_, &arrivals_;
  JobId id_ = 0;
  Seconds submitted_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<NasJobs>(
    "nas_jobs",
    "parallel applications that compute and communicate, one by one; the seed varies applications, sizes, "
    "users and arrivals, each apart",
    "M-CISNE, appendix D.1 and table D.1; bandwidths are ours, since none is printed",
    {text("applications", "all",
          "out of which each job's is drawn uniformly: all, or some of " + listed(names_of_applications())),
     text("sizes", "2,4,8", "tasks of a job, one a node, drawn uniformly: some of 2, 4, 8"),
     integer(
         "tasks", 0, between(0, 1e6), "count",
         "tasks of every job, each of which takes what one of the job's size does; 0: as many as its size"),
     integer("jobs", 60, between(1, 1e9), "count", "jobs"),
     real("gap", 6, at_least(0), "s", "mean time between submissions, exponential; 0: all at once"),
     integer("users", 1, between(1, 1e6), "count", "users user-1, user-2 …, drawn uniformly"),
     real("bandwidth_is", 20e6, at_least(0), "B/s", "what a task of IS sends while it communicates"),
     real("bandwidth_mg", 5e6, at_least(0), "B/s", "what a task of MG sends while it communicates"),
     real("estimate", 0, at_least(0), "1", "walltime of a job, in its dedicated times; 0: it has none"),
     real("reference_speed", 1e9, above(0), "flop/s", "speed of the nodes on which the table was measured")}))

} // namespace malha
