// SPDX-License-Identifier: MIT
#pragma once
#include "reading.hpp"

namespace malha::testing {

/// A workload of these jobs, with a profile of either type.
inline std::string batsim_workload(const std::string& jobs) {
  return R"({"nb_res": 8, "jobs": [)" + jobs +
         R"(], "profiles": {"d": {"type": "delay", "delay": 12.5},
          "p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 5e6}}})";
}

/// A job, with more fields behind it.
inline std::string batsim_job(const std::string& id, const std::string& more = "") {
  return R"({"id": )" + id + R"(, "subtime": 0, "res": 2, "profile": "d")" + more + "}";
}

/// A folder in which jobs become workloads of Batsim that are read.
class ReadingBatsim : public Reading {
protected:
  Read jobs_of(const std::string& jobs, const std::map<std::string, std::string>& settings = {}) const {
    return read("a.json", batsim_workload(jobs), settings);
  }
  std::string refusal_of(const std::string& jobs,
                         const std::map<std::string, std::string>& settings = {}) const {
    return refusal("a.json", batsim_workload(jobs), settings);
  }
};

} // namespace malha::testing
