// SPDX-License-Identifier: MIT
#pragma once
#include "tests/actors/support/scripted_run.hpp"

#include <map>

namespace malha::testing {

/// Two clusters below a meta-scheduler, which gives them jobs in turns, unless another selection is named.
/// Hosts of 1 flop/s, any two with a link of 1 ms between them, some of which go and return. The
/// meta-scheduler on "meta"; the scheduler and gateway of the first cluster on "front-1", those of the second
/// on "front-2". The nodes of the first are resources 0 and 1, those of the second 2 and 3.
class TwoClusters {
public:
  using States = std::map<std::string, std::string>; ///< profiles of states, by host

  explicit TwoClusters(const States& states, const std::string& selection = "multicluster/rr")
      : run_(platform(states)) {
    run_.place("multicluster/meta_scheduler", "meta", {},
               {{"queue", ScriptedRun::shipped("multicluster/blocking")},
                {"selection", ScriptedRun::shipped(selection)}});
    for (const std::string site : {"1", "2"}) {
      run_.place("multicluster/gateway", "front-" + site, {{"site", site}},
                 {{"limit", ScriptedRun::shipped("multicluster/static_limit")},
                  {"estimator", ScriptedRun::shipped("multicluster/sdpn")}});
      run_.place("cluster/scheduler", "front-" + site, {{"site", site}, {"nodes", "node-*"}},
                 {{"", ScriptedRun::shipped("cluster/fcfs")}});
    }
    run_.place("cluster/node", "node-*", {});
  }

  ScriptedRun& run() { return run_; }

  /// The profile of a host that goes at a date, and is back at another one.
  static std::string off(Seconds goes, Seconds returns) {
    return std::to_string(goes) + " 0\n" + std::to_string(returns) + " 1\n";
  }

private:
  std::filesystem::path platform(const States& states) const {
    for (const auto& [host, profile] : states)
      write_text(folder_ / (host + ".profile"), profile);
    const std::vector<std::string> hosts{"meta",     "front-1",  "front-2", "node-1-1",
                                         "node-1-2", "node-2-1", "node-2-2"};
    std::string text =
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version='4.1'><zone id='zone' routing='Full'>\n";
    for (const auto& host : hosts)
      text += "<host id='" + host + "' speed='1f'" +
              (states.count(host) > 0 ? " state_file='" + host + ".profile'>" : ">") +
              (host.rfind("node-", 0) == 0 ? "<prop id='site' value='" + host.substr(5, 1) + "'/>" : "") +
              "</host>\n";
    text += "<link id='link' bandwidth='12.5MBps' latency='1ms' sharing_policy='FATPIPE'/>\n";
    for (std::size_t i = 0; i < hosts.size(); ++i)
      for (std::size_t j = i; j < hosts.size(); ++j)
        text += "<route src='" + hosts[i] + "' dst='" + hosts[j] + "'><link_ctn id='link'/></route>\n";
    write_text(folder_ / "platform.xml", text + "</zone></platform>\n");
    return folder_ / "platform.xml";
  }

  const TemporaryFolder folder_;
  ScriptedRun run_;
};

} // namespace malha::testing
