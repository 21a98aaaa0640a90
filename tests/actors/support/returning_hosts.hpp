// SPDX-License-Identifier: MIT
#pragma once
#include "scripted_run.hpp"

namespace malha::testing {

/// Hosts host-0, host-1, … of 1 flop/s each, any two with a link of 1 ms between them. One of them goes, and
/// comes back; it may go for good then.
class HostThatReturns {
public:
  HostThatReturns(int hosts, int host, Seconds goes, Seconds returns,
                  std::optional<Seconds> goes_for_good = std::nullopt) {
    write_text(folder_ / "it.profile", std::to_string(goes) + " 0\n" + std::to_string(returns) + " 1\n" +
                                           (goes_for_good ? std::to_string(*goes_for_good) + " 0\n" : ""));
    std::string text =
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version='4.1'><zone id='zone' routing='Full'>\n";
    for (int i = 0; i < hosts; ++i)
      text += "<host id='host-" + std::to_string(i) + "' speed='1f'" +
              (i == host ? " state_file='it.profile'" : "") + "/>\n";
    text += "<link id='link' bandwidth='12.5MBps' latency='1ms' sharing_policy='FATPIPE'/>\n";
    for (int i = 0; i < hosts; ++i)
      for (int j = i; j < hosts; ++j)
        text += "<route src='host-" + std::to_string(i) + "' dst='host-" + std::to_string(j) +
                "'><link_ctn id='link'/></route>\n";
    write_text(file(), text + "</zone></platform>\n");
  }

  std::filesystem::path file() const { return folder_ / "platform.xml"; }

private:
  TemporaryFolder folder_;
};

} // namespace malha::testing
