// SPDX-License-Identifier: MIT
#include "random_multicluster.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/random_streams.hpp"

#include <algorithm>
#include <numeric>

namespace malha::testing {
namespace {

using Words = std::vector<std::string>;

/// Draws an instance, one part after the other.
class Drawing {
public:
  explicit Drawing(std::uint64_t number) : streams_(number), draws_(streams_.stream("test")) {
    made_.request.seed = number;
    made_.request.platform = "clusters";
    made_.is_shared = chance(2);
    draw_upper_level();
    draw_coallocation();
    draw_limit();
    draw_estimator();
    if (made_.is_shared)
      draw_shared_clusters();
    else
      draw_dedicated_clusters();
    draw_users();
    set("transport", one_of({"instant", "network"}));
    made_.answers_late |= made_.request.settings["transport"] == "network";
    set("series", "on");
    // A run that does not end is cut long after others have ended, and fails.
    set("max_time", made_.request.workload == "lublin" ? "1e9" : "1e6");
  }

  RandomMulticluster made() && { return std::move(made_); }

private:
  int integer(int low, int high) {
    return low + static_cast<int>(draws_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// True once in so many draws.
  bool chance(int one_in) { return integer(1, one_in) == 1; }
  std::string one_of(const Words& words) { return words[draws_() % words.size()]; }
  void set(const std::string& key, const std::string& value) { made_.request.settings[key] = value; }
  void set(const std::string& key, int value) { set(key, std::to_string(value)); }

  void draw_upper_level() {
    const auto queue = one_of({"blocking", "non_blocking"});
    set("policy.queue", "multicluster/" + queue);
    set("policy.queue.reschedule", one_of({"on", "off"}));
    const auto selection = one_of({"ffit", "rr", "random", "least_loaded", "tat", "ptt"});
    made_.request.deployment = "multicluster." + selection;
    if (selection == "ptt") {
      set("policy.selection.w", one_of({"0", "0.5", "1"}));
      set("policy.selection.form", one_of({"product", "sum"}));
    }
    if (made_.is_shared) {
      made_.request.deployment = "multicluster.mcisne";
      set("policy.selection", "multicluster/" + selection);
    }
    if (chance(4)) {
      set("estimate_cost", one_of({"0.5", "7"}));
      made_.answers_late = true;
    }
    if (chance(4))
      set("status_window", one_of({"1", "60"}));
  }

  /// Three of four instances let jobs run in several clusters at once.
  void draw_coallocation() {
    if (chance(4)) {
      if (chance(2))
        set("policy.coallocation", "multicluster/never");
      return;
    }
    const auto policy = made_.coallocation =
        one_of({"optimal", "non_saturated", "non_optimal", "jones", "bucur"});
    set("policy.coallocation", "multicluster/" + policy);
    if (policy == "jones")
      set("policy.coallocation.share", one_of({"50", "85"}));
    else if (policy == "bucur")
      set("policy.coallocation.communication", one_of({"10", "25", "60"}));
    else
      set("policy.coallocation.solver", one_of({"tables", "tables", "branch"}));
    if (policy == "optimal" || policy == "non_saturated")
      set("policy.coallocation.obj_sc", one_of({"clamp", "raw"}));
    made_.is_refined = chance(2);
    set("refined", made_.is_refined ? "on" : "off");
    set("coalloc_free", one_of({"idle", "contract"}));
  }

  void draw_limit() {
    const auto limit = one_of({"static_limit", "static_limit", "stability", "saturation"});
    set("policy.limit", "multicluster/" + limit);
    made_.has_limit = true;
    if (limit == "static_limit") {
      const int most = integer(0, 3);
      set("policy.limit.limit", most);
      made_.has_limit = most > 0;
    } else {
      set("policy.limit.window", integer(1, 12));
    }
    if (limit == "stability")
      set("policy.limit.rate", one_of({"running", "literal"}));
  }

  void draw_estimator() {
    set("policy.estimator",
        "multicluster/" + one_of({"smith", "li", "ibl", "hanzich", "sdpn", "hybrid", "combined"}));
    set("policy.estimator.correction", one_of({"none", "frozen", "self"}));
    set("keep_history", one_of({"on", "off"}));
  }

  /// Sizes and powers of one to five clusters. No node is slower than those on which the applications were
  /// measured: their communication does not take longer there, which `validate` does not know.
  /// Where jobs may run in several clusters, some are larger than each cluster, and channels are narrow.
  void draw_platform() {
    const bool coallocates = !made_.coallocation.empty();
    const int most_nodes = coallocates ? 5 : 8;
    std::string sizes, speeds, channels;
    for (int clusters = integer(1, 5); clusters > 0; --clusters) {
      const int nodes = integer(1, most_nodes);
      made_.largest = std::max(made_.largest, nodes);
      made_.sizes.push_back(nodes);
      sizes += (sizes.empty() ? "" : ",") + std::to_string(nodes);
      const bool has_two_kinds = nodes > 1 && chance(3);
      speeds += (speeds.empty() ? "" : "/") + one_of({"1e9", "2e9"}) + (has_two_kinds ? ",1.6e9" : "");
      channels += (channels.empty() ? "" : ",") + one_of({"2e6", "8e6", "1e7", "2.5e7", "6e7", "1.25e8"});
    }
    set("platform.sizes", sizes);
    set("platform.speeds", speeds);
    if (coallocates)
      set("platform.channel", channels);
    set("platform.channel_latency", one_of({"50e-6", "0.3"}));
  }

  /// Jobs of which some are larger than every cluster, or than all clusters together where they may run in
  /// several.
  void draw_lublin() {
    made_.request.workload = "lublin";
    set("workload.jobs", made_.jobs = 30);
    const int most = made_.coallocation.empty() ? made_.largest
                                                : std::accumulate(made_.sizes.begin(), made_.sizes.end(), 0);
    set("workload.nodes", std::max(2, integer(made_.largest, most) + integer(0, 2)));
    set("workload.load", one_of({"0.7", "1.5", "3"}));
    set("workload.estimates", one_of({"exact", "uniform:3"}));
  }
  /// Applications. Those without walltimes do not go with policies that plan with them.
  void draw_applications(bool have_walltimes) {
    made_.request.workload = "nas_jobs";
    set("workload.jobs", made_.jobs = 30);
    set("workload.sizes", made_.largest < 4 ? "2,4" : one_of({"2", "2,4", "2,4,8"}));
    if (!made_.coallocation.empty())
      set("workload.sizes", one_of({"2,4", "2,4,8"}));
    set("workload.bandwidth_is", one_of({"2e7", "5e7"}));
    set("workload.bandwidth_mg", one_of({"0", "5e6"}));
    set("workload.gap", one_of({"0", "4", "12", "40"}));
    set("workload.users", integer(1, 3));
    set("workload.estimate", have_walltimes || chance(2) ? one_of({"1", "2.5"}) : "0");
  }

  void draw_dedicated_clusters() {
    draw_platform();
    set("policy", "cluster/" + one_of({"fcfs", "easy_backfill", "conservative_backfill"}));
    set("overrun", one_of({"kill", "extend"}));
    set("execution", one_of({"timeline", "messages", "exec"}));
    if (chance(2))
      draw_lublin();
    else
      draw_applications(true);
  }

  /// Under a social contract, by which some jobs need more memory than nodes have.
  void draw_shared_clusters() {
    draw_platform();
    set("policy", "cluster/" + one_of({"contract_fcfs", "contract_backfill"}));
    if (made_.request.settings["policy"] == "cluster/contract_fcfs")
      set("policy.pass", one_of({"fcfs", "fpfs"}));
    set("overrun", one_of({"kill", "extend"}));
    set("mpl", integer(1, 4));
    const auto memory = one_of({"3e8", "1e9", "4e9"}), share = one_of({"0.5", "1"});
    set("platform.memory", memory);
    set("memory", share);
    made_.memory = parse_number<double>(memory).value() * parse_number<double>(share).value();
    set("iterations", integer(1, 4));
    if (chance(4))
      draw_lublin();
    else
      draw_applications(false);
  }

  /// Local users take of their nodes before jobs do, which jobs notice where they are executed.
  void draw_users() {
    if (chance(4) || (!made_.is_shared && made_.request.settings["execution"] != "exec"))
      return;
    made_.request.environment = {"local_users"};
    set("local_users.local_share", one_of({"20", "50", "100"}));
    set("local_users.placement", one_of({"uniform", "grouped", "random"}));
    set("local_users.cpu", integer(0, 80));
    set("local_users.traffic", one_of({"0", "5e5", "5e7"}));
    set("local_users.penalty", one_of({"0", "0.4", "0.9"}));
    // Where users move, a job might wait for ever for nodes that no user ever leaves all at once, be it in
    // one cluster or in several. So moving users leave memory for every task on each node.
    const bool move = (!made_.is_shared || made_.memory >= 2e9) && chance(2);
    set("local_users.memory", integer(0, move ? 10 : 60));
    if (made_.request.workload == "lublin")
      return; // its jobs take days, in which users would do too much
    set("local_users.redraw", move ? "45" : "0");
    set("local_users.probe", one_of({"0", "10"}));
  }

  RandomMulticluster made_;
  RandomStreams streams_;
  RandomStreams::Engine& draws_;
};

} // namespace

std::string RandomMulticluster::command() const {
  std::string line = "malha simulate -p " + request.platform + " -d " + request.deployment + " -w " +
                     request.workload + " --seed " + std::to_string(request.seed);
  for (const auto& actor : request.environment)
    line += " --environment " + actor;
  for (const auto& [key, value] : request.settings)
    line += " --set " + key + "=" + value;
  return line + " -o out && malha validate out";
}

RandomMulticluster random_multicluster(std::uint64_t number) { return Drawing(number).made(); }

} // namespace malha::testing
