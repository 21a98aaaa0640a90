// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_kept.hpp"

#include <map>

namespace malha::batsim {

/// What a job does on each of its resources.
struct Load {
  Seconds delay = 0; ///< of its delays together
  Flops work = 0;
  Bytes exchange = 0; ///< with each of the others
  bool has_delay = false, gives_work = false;
};

/// The profiles of a file, in the words of Batsim 2 to 5. One is looked at when the first job has it: an
/// error is that of the job, and a profile that cannot be run costs only those who have it.
class Profiles {
public:
  /// The profiles must outlive this. Throws InputError (`file`) unless they are an object.
  Profiles(const std::string& file, const json& profiles, Kept& kept);

  /// What the profile of the job is for so many resources. Throws InputError on one that is damaged, does not
  /// fit the job, or that Malha does not run.
  const Load& load_of(const Fields& job, int resources);
  /// Keeps what else the profile of the job says.
  void keep_unknown(const Fields& job, Job& read);

private:
  using Place = json::const_iterator;
  /// A profile as it is read for a job.
  struct Reading {
    const Fields& job;
    Place profile;
    int resources;
    int depth; ///< in how many others it lies
  };

  Place place_of(const Fields& job, const std::string& name) const;
  const Load& load_of(const Reading& reading);
  Load read(const Reading& reading);
  Load sequence(const Fields& fields, const Reading& reading);
  void find_unknown(const Place& profile, const std::vector<std::string>& known, bool is_part);

  const json& profiles_;
  Kept& kept_;
  std::map<std::pair<const json*, int>, Load> loads_;       ///< by profile and resources
  std::map<const json*, std::vector<std::string>> unknown_; ///< fields, of profiles that were looked at
};

} // namespace malha::batsim
