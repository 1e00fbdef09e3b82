"""The system calls of a run, as strace tells them, and how each of them may fail."""
import re

# How a call may fail, by the manual and by what file systems and network disks give.
ERRORS = {
    "openat": ["EINTR", "EACCES", "EMFILE", "EIO"],
    "openat to write": ["EINTR", "EACCES", "EMFILE", "EIO", "ENOSPC", "EROFS", "EDQUOT"],
    "read": ["EINTR", "EIO"],
    "pread64": ["EINTR", "EIO"],
    "write": ["EINTR", "EIO", "ENOSPC", "EDQUOT"],
    "pwrite64": ["EINTR", "EIO", "ENOSPC", "EDQUOT"],
    "close": ["EINTR", "EIO"],
    "fsync": ["EINTR", "EIO", "ENOSPC"],
    "fdatasync": ["EINTR", "EIO", "ENOSPC"],
    "fdatasync of a folder": ["EINTR", "EIO", "ENOSPC"],
    "ftruncate": ["EINTR", "EIO"],
    "rename": ["EINTR", "EIO", "EACCES", "ENOSPC", "EROFS"],
    "renameat2": ["EINTR", "EIO", "EACCES", "ENOSPC", "EROFS", "EINVAL", "ENOSYS"],
    "link": ["EINTR", "EIO", "EACCES", "EPERM", "ENOSPC"],
    "unlink": ["EINTR", "EIO", "EACCES", "EROFS"],
    "mkdir": ["EINTR", "EIO", "EACCES", "ENOSPC", "EDQUOT"],
    "rmdir": ["EINTR", "EIO"],
    "newfstatat": ["EINTR", "EIO", "EACCES", "ENOMEM"],
    "faccessat2": ["EINTR", "EIO", "EACCES"],
    "access": ["EINTR", "EIO", "EACCES"],
    "readlink": ["EINTR", "EIO", "EACCES"],
    "getcwd": ["EACCES", "ENOMEM"],
    "getdents64": ["EINTR", "EIO"],
    "lseek": ["EIO"],
    "fchmod": ["EINTR", "EPERM", "EIO"],
    "fchown": ["EINTR", "EPERM", "EIO"],
    "fgetxattr": ["EIO", "EOPNOTSUPP"],
    "flistxattr": ["EIO", "EOPNOTSUPP"],
    "listxattr": ["EIO", "EOPNOTSUPP"],
    "getxattr": ["EIO", "EOPNOTSUPP"],
    "fsetxattr": ["EIO", "EPERM", "ENOSPC"],
    "fcntl F_GETFD": ["EBADF"],
    "fcntl F_SETFD": ["EBADF"],
    "fcntl F_GETFL": ["EBADF"],
    "fcntl F_DUPFD_CLOEXEC": ["EMFILE"],
    "fcntl F_SETLK": ["EINTR", "EACCES", "EAGAIN", "ENOLCK"],
    "fcntl F_GETLK": ["EINTR", "EIO"],
    "pipe2": ["EMFILE", "ENFILE"],
    "poll": ["EINTR", "ENOMEM"],
    "ioctl": ["EIO"],
    "sched_getaffinity": ["EPERM"],
    "getrandom": ["EINTR", "ENOSYS"],
    "mmap": ["ENOMEM"],
    "mremap": ["ENOMEM"],
    "munmap": ["ENOMEM"],
    "mprotect": ["ENOMEM"],
    "madvise": ["EAGAIN"],
    "brk": ["ENOMEM"],
    "clone3": ["EAGAIN", "ENOMEM"],
}

# Calls that cannot fail for a reason outside of the program, or whose failure is no error.
SURE = {
    "execve", "exit", "exit_group", "futex", "getegid", "geteuid", "getgid", "getpid", "gettid", "getuid",
    "restart_syscall", "rseq", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "set_robust_list", "sched_yield",
    "sigaltstack", "clock_gettime", "clock_nanosleep", "arch_prctl", "set_tid_address", "prlimit64",
}

# The first call of the program's own: what comes before is the work of the C library and of Swift's.
FIRST = re.compile(r"fcntl\(0(<.*?>)?, F_GETFD\)")
LINE = re.compile(r"(\d+) +(\w+)\((.*)")
GIVE_MEMORY = {"mmap", "mremap", "brk"}
ABOUT_MEMORY = GIVE_MEMORY | {"munmap", "mprotect", "madvise"}


class Call:
    """A call of a run: the nth of its name in its thread."""

    def __init__(self, name, number, text, folder):
        self.name, self.number = name, number
        # Of the calls that give memory, the numbers of those that come next.
        self.memory = {}
        self.descriptor, self.path = place(text, folder)
        self.kind = name
        if name == "openat" and "O_CREAT" in text:
            self.kind = "openat to write"
        elif name == "fdatasync" and self.path == ".":
            self.kind = "fdatasync of a folder"
        elif name == "fcntl":
            self.kind = f"fcntl {text.split(', ')[1].split(')')[0]}"

    @property
    def group(self):
        """Calls of a group do the same to the same."""
        return (self.kind, self.descriptor if self.descriptor in (0, 1, 2) else None, self.path)

    def __str__(self):
        what = {0: "<stdin>", 1: "<stdout>", 2: "<stderr>"}.get(self.descriptor, self.path)
        return f"{self.name} number {self.number}" + (f" ({what})" if what else "")


def place(text, folder):
    """The descriptor that a call is about, and the path, relative to the folder of the run."""
    descriptor = re.match(r"(\d+)(?:<(.*?)>)?[,)]", text)
    number = int(descriptor[1]) if descriptor else None
    path = descriptor[2] if descriptor else None
    quoted = re.match(r'(?:AT_FDCWD(?:<.*?>)?, )?"(.*?)"', text)
    if quoted:
        path = quoted[1]
    if path is None or path.startswith(("pipe:", "/dev/", "anon_inode:", "socket:")):
        return number, None
    if not path.startswith("/"):
        path = f"{folder}/{path}"
    path = path.replace("/./", "/").rstrip("/.")
    if path == str(folder):
        return number, "."
    if not path.startswith(f"{folder}/"):
        return number, "outside"
    # Numbers of processes are other ones in each run.
    return number, re.sub(r"\.\d+(\.\d+)?\.partial", ".partial", path[len(str(folder)) + 1:])


def read(trace, folder):
    """The program's own calls, those of the first thread and what only others do."""
    calls, counts, begun, main = [], {}, False, None
    for line in trace.splitlines():
        found = LINE.match(line)
        if not found:
            continue
        thread, name, text = found.groups()
        main = main or thread
        counts[thread, name] = counts.get((thread, name), 0) + 1
        begun = begun or bool(FIRST.search(line))
        if not begun or name in SURE:
            continue
        call = Call(name, counts[thread, name], text, folder)
        call.memory = {one: counts.get((main, one), 0) + 1 for one in GIVE_MEMORY}
        if thread == main and name in GIVE_MEMORY:
            call.memory[name] = call.number
        if thread == main or all(call.group != other.group for other in calls):
            calls.append(call)
    return calls


def chosen(calls, steady):
    """The first, the second and the last of each group, and all that are about memory; where threads make the
    order another in each run, the first alone."""
    groups = {}
    for call in calls:
        groups.setdefault(call.group, []).append(call)
    some = []
    for group in groups.values():
        if not steady:
            some += group[:1]
        elif group[0].name in ABOUT_MEMORY:
            some += group
        else:
            some += group[:2] + group[2:][-1:]
    return some


def injections(call, error):
    """The words for strace that let a call fail; with NOMORE, it and all later ones that give memory."""
    if error == "NOMORE":
        return [words(name, "ENOMEM", f"{call.memory[name]}+") for name in GIVE_MEMORY]
    return [words(call.name, error, call.number)]


def words(name, error, when):
    # The kernel says that there is no more memory by another value of brk.
    how = "retval=0" if name == "brk" else f"error={error}"
    return f"inject={name}:{how}:when={when}"
