// SPDX-License-Identifier: MIT
#include "policies/cluster/limit.hpp"

#include "scenarios/runner/conformance/limited_cluster.hpp"

namespace malha::conformance {
namespace {

/// What is said of a job of a view.
struct GivenJob {
  Seconds after = 0; ///< since the submission of the job before
  int size = 1;
  Seconds run_time = 0, walltime = 1;
  Seconds patience = never; ///< after which it leaves if it has not started
  bool restarts = false;    ///< it goes back to the queue when it has run the first time
  std::string user, qos, partition;
  int licences = 0;
};

/// Some limits of an account, of a user or of a QOS. Those that are below 0 are not set.
struct GivenLimits {
  std::string of = "root";
  std::int64_t jobs = -1, submitted = -1, user_jobs = -1, user_submitted = -1;
  double cpus = -1, minutes_used = -1, minutes_left = -1, cpus_of_job = -1;
  Seconds wall = never;
};

/// A site with two accounts and four users, two QOSes, two partitions and some licences. An answer has what
/// became of each job.
class LimitedRun {
public:
  using Question = cluster::Limit;

  void fields(Fields& field, Draw& draw) {
    field("nodes", nodes_, from(1, 10'000), draw.integer(1, 12));
    field("licences", licences_, from(0, 1000), draw.integer(0, 4));
    limits_.resize(draw.count(0, 5));
    field.list("limits", limits_, [&](Fields& of_limits, GivenLimits& limits) {
      draw_limits(of_limits, limits, draw);
      of_limits.need(places().count(limits.of) > 0, "limits of '" + limits.of +
                                                        "'; valid: root, a, b, user1 "
                                                        "to user4, normal, high");
    });
    jobs_.resize(draw.count(1, 30));
    field.list("jobs", jobs_, [&](Fields& of_job, GivenJob& job) { draw_job(of_job, job, draw); });
  }

  Json ask(cluster::Limit& policy, Asking& asking) const {
    const auto site = site_rules();
    std::deque<LimitedJob> jobs;
    Seconds submitted = 0;
    for (const auto& given : jobs_) {
      submitted += given.after;
      const auto id = static_cast<TaskId>(jobs.size());
      describe(jobs.emplace_back(), given, submitted, id);
    }
    return LimitedCluster(policy, asking, site, nodes_).run(jobs);
  }

  std::string broken_rule(const Json& rows) const {
    if (rows.size() != jobs_.size())
      return "not each job has a row";
    for (const auto& row : rows)
      if ((row[1] == "refused" || row[1] == "waits") && row[3] == "")
        return "job " + row[0].dump() + (row[1] == "waits" ? " waits" : " is refused") + " without a reason";
    return "";
  }

private:
  void draw_limits(Fields& field, GivenLimits& limits, Draw& draw) const {
    const std::vector<std::string> names{"root", "a", "b", "user1", "user2", "normal", "high"};
    field("of", limits.of, names[draw.count(0, static_cast<int>(names.size()) - 1)]);
    const auto few = [&](int most) { return draw.one_in(3) ? draw.integer(0, most) : -1; };
    field("jobs", limits.jobs, from(-1), few(5));
    field("submitted", limits.submitted, from(-1), few(9));
    field("user_jobs", limits.user_jobs, from(-1), few(4));
    field("user_submitted", limits.user_submitted, from(-1), few(6));
    field("cpus", limits.cpus, from(-1), few(nodes_));
    field("minutes_used", limits.minutes_used, from(-1), few(200));
    field("minutes_left", limits.minutes_left, from(-1), few(200));
    field("cpus_of_job", limits.cpus_of_job, from(-1), few(nodes_));
    field("wall", limits.wall, from(0), draw.one_in(4) ? draw.integer(60, 2000) : never);
  }
  void draw_job(Fields& field, GivenJob& job, Draw& draw) const {
    field("after", job.after, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(0, 400));
    field("size", job.size, from(1, nodes_), draw.integer(1, nodes_));
    field("run_time", job.run_time, from(0, 1e9), draw.integer(0, 1000));
    field("walltime", job.walltime, above_0(), draw.one_in(8) ? never : draw.integer(1, 2000));
    field("patience", job.patience, from(0), draw.one_in(4) ? draw.integer(0, 2000) : never);
    field("restarts", job.restarts, draw.one_in(6));
    field("user", job.user, "user" + std::to_string(draw.integer(1, draw.one_in(9) ? 5 : 4)));
    field("qos", job.qos, draw.one_in(2) ? "" : "high");
    field("partition", job.partition, draw.one_in(3) ? "short" : "");
    field("licences", job.licences, from(0, 1000), draw.one_in(3) ? draw.integer(1, 3) : 0);
  }

  /// The associations of the site by their names: an account and a user, of whom one is "".
  static const std::map<std::string, std::pair<std::string, std::string>>& places() {
    static const std::map<std::string, std::pair<std::string, std::string>> all{
        {"root", {"root", ""}},    {"a", {"a", ""}},          {"b", {"b", ""}},
        {"user1", {"a", "user1"}}, {"user2", {"a", "user2"}}, {"user3", {"b", "user3"}},
        {"user4", {"b", "user4"}}, {"normal", {"", ""}},      {"high", {"", ""}}};
    return all;
  }

  cluster::SiteRules site_rules() const {
    cluster::SiteRules site;
    cluster::Accounts accounts({{"root"},
                                {"a", "", 0},
                                {"b", "", 0},
                                {"a", "user1", 1},
                                {"a", "user2", 1},
                                {"b", "user3", 2},
                                {"b", "user4", 2}},
                               {{"user1", "a"}, {"user2", "a"}, {"user3", "b"}, {"user4", "b"}});
    const auto number = static_cast<std::size_t>(accounts.size());
    site.limits.resize(number);
    for (const char* name : {"normal", "high"})
      site.qos[name].name = name;
    for (const auto& given : limits_) {
      const auto qos = site.qos.find(given.of);
      const auto& [account, user] = places().at(given.of);
      set(qos != site.qos.end() ? qos->second.limits
                                : site.limits[static_cast<std::size_t>(*accounts.find(account, user))],
          given);
    }
    site.shares = cluster::SharesOfSite{std::move(accounts), std::vector<double>(number)};
    for (const char* name : {"long", "short"})
      site.partitions[name].name = name;
    site.partitions["long"].is_default = true;
    site.partitions["short"].max_time = 600;
    site.licences["licence"] = licences_;
    return site;
  }

  static void set(cluster::Limits& limits, const GivenLimits& given) {
    const auto count = [](cluster::Limits::Count& limit, std::int64_t most) {
      if (most >= 0)
        limit = most;
    };
    const auto amount = [](cluster::TresAmounts& amounts, double most) {
      if (most >= 0)
        amounts["cpu"] = most;
    };
    count(limits.grp_jobs, given.jobs);
    count(limits.grp_submit_jobs, given.submitted);
    count(limits.max_jobs, given.user_jobs);
    count(limits.max_submit_jobs, given.user_submitted);
    amount(limits.grp_tres, given.cpus);
    amount(limits.grp_tres_mins, given.minutes_used);
    amount(limits.grp_tres_run_mins, given.minutes_left);
    amount(limits.max_tres_per_job, given.cpus_of_job);
    if (given.wall < never)
      limits.max_wall = given.wall;
  }

  static void describe(LimitedJob& own, const GivenJob& given, Seconds submitted, TaskId id) {
    own.credentials.user = given.user;
    own.credentials.qos = given.qos;
    own.credentials.partition = given.partition;
    if (given.licences > 0)
      own.demands.licences["licence"] = given.licences;
    own.request.demands = &own.demands;
    own.job.id = id;
    own.job.submitted = submitted;
    own.job.walltime = given.walltime;
    own.job.size = given.size;
    own.job.request = &own.request;
    own.job.credentials = &own.credentials;
    own.run_time = given.run_time;
    own.leaves = submitted + given.patience;
    own.restarts = given.restarts;
  }

  int nodes_ = 1, licences_ = 0;
  std::vector<GivenLimits> limits_;
  std::vector<GivenJob> jobs_;
};

} // namespace

MALHA_VIEWS(views<LimitedRun>(true, true))

} // namespace malha::conformance
